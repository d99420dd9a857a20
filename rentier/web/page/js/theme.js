/** Light and dark theme: the system's preference until the user chooses. */

import { recall, remember } from "./keep.js";

const THEME = "rentier.theme";

/** Turns a button into the theme switch. */
export function themeSwitch(button) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    button.textContent = dark() ? "☀" : "☾";
    const label = dark() ? "Switch to light colours" : "Switch to dark colours";
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  const stored = recall(THEME);
  if (stored === "dark" || stored === "light") document.documentElement.dataset.theme = stored;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    remember(THEME, document.documentElement.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}
