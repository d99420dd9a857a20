#!/usr/bin/env node
// A player for `rentier referee` in JavaScript; it needs only Node.
//
//     rentier referee "node examples/referee/bot.js" phase2 --rules adjudicator2018

const RESERVE = 200; // cash that a purchase, a bid or a house must leave
let deeds = {};
let squares = [];

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function has(question, action) {
  return question.actions.includes(action);
}

function decide(question) {
  const state = question.state;
  const me = state.players[question.seat];
  const spare = me.cash - RESERVE;
  switch (question.decision) {
    case "buy":
      return has(question, "buy") && squares[me.square].price <= spare ? "buy" : "decline";
    case "bid": {
      const deed = deeds[state.auction.lot]; // none if the lot is a house or hotel
      const bid = deed ? Math.min(Math.floor((deed.price * 3) / 4), spare) : 0;
      return question.bid && bid >= question.bid.least ? `bid ${bid}` : "pass";
    }
    case "respond":
      return "refuse";
    case "raise":
      return (
        question.actions.find((action) => action.startsWith("mortgage ")) ??
        question.actions.find((action) => action.startsWith("sell ")) ??
        "bankrupt"
      );
    case "manage": {
      const build = question.actions.find(
        (action) => action.startsWith("build ") && deeds[action.slice(6)].house_cost <= spare,
      );
      if (build) return build;
      if (state.turn < 35 && has(question, "use card")) return "use card";
      if (state.turn < 35 && has(question, "pay fine")) return "pay fine";
      return has(question, "roll") ? "roll" : "end";
    }
    default:
      return question.actions[0]; // roll, settle, place, card, tax, claim: the first does
  }
}

function hear(message) {
  switch (message.type) {
    case "hello":
      say({ protocol: 1 });
      break;
    case "game":
      squares = message.board;
      deeds = Object.fromEntries(squares.filter((square) => square.deed).map((square) => [square.deed, square]));
      break;
    case "question":
      say({ id: message.id, action: decide(message) });
      break;
    case "bye":
      process.exit(0);
  }
}

let heard = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  heard += text;
  const lines = heard.split("\n");
  heard = lines.pop();
  for (const line of lines) hear(JSON.parse(line));
});
process.stdin.on("end", () => process.exit(0));
