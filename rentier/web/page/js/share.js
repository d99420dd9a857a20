/** Links to reviews, for others to open. */

/** Returns a link to the review of a game; with its watch code it opens a private game too. */
export function reviewLink(game, watch, number = null) {
  const access = watch ? `/watch/${encodeURIComponent(watch)}` : "";
  return `${location.origin}/#review/${game}${access}${number === null ? "" : `/${number}`}`;
}

/** Copies a text; returns whether the browser allowed it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // without TLS, pages have no clipboard
  }
}
