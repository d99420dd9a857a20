/** Day and night: as the system has it, until the reader chooses. */

import { recall, remember } from "./keep.js";

const THEME = "rentier.theme";

/** Makes a button the switch of the theme. */
export function themeSwitch(button) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => {
    button.textContent = dark() ? "☀" : "☾";
    const label = dark() ? "Light colours" : "Dark colours";
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  const kept = recall(THEME);
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    remember(THEME, document.documentElement.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}
