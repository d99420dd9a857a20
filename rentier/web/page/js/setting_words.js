/** The settings of switches, as the server reads them and as people do. */

import { money } from "./dom.js";

/** Formats a setting as the server reads it. */
export function settingText(setting) {
  if (typeof setting === "boolean") return setting ? "yes" : "no";
  return String(setting);
}

/** Returns a setting in words: `the first seat`, `yes`, `£2,000`. The switch is one of /api/choices. */
export function settingWords({ says, unit }, setting, currency) {
  const text = settingText(setting);
  if (says[text] !== undefined || typeof setting !== "number") return says[text] ?? text;
  if (unit === "money") return money(currency, setting);
  return unit === "percent" ? `${text} %` : setting.toLocaleString("en-GB");
}
