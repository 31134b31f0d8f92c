// Select boxes, and buttons with icons.
import { html, type TemplateResult } from "lit";
import { PACES } from "./autoplay";
import { fill, type Words } from "./i18n";

/** The icons of buttons, drawn because fonts lack some of them. */
const PATHS = {
  first: "M5 5v14M19 5 8 12l11 7z",
  jumpBack: "M12 5 3 12l9 7zM21 5l-9 7 9 7z",
  back: "M17 5 6 12l11 7z",
  play: "M12 3a9 9 0 1 0 .01 0M10 8.500v7l5.500-3.500z",
  pause: "M8 5v14M16 5v14",
  forward: "M7 5l11 7-11 7z",
  jumpForward: "M12 5l9 7-9 7zM3 5l9 7-9 7z",
  last: "M19 5v14M5 5l11 7-11 7z",
  flip: "M20 11a8 8 0 1 0-2.500 6.500M20 5v6h-6",
  open: "M2 12c5-9 15-9 20 0c-5 9-15 9-20 0M12 9a3 3 0 1 0 .01 0",
  veiled: "M2 12c5-9 15-9 20 0c-5 9-15 9-20 0M4 20 20 4",
  numbers: "M9 4 7 20M17 4l-2 16M4 9h16M3 15h16",
  share: "M12 15V3M7 8l5-5 5 5M5 12v9h14v-9",
};

export type Icon = keyof typeof PATHS;

type Value = string | number;

export function chooser(label: string, value: Value, options: [Value, string][], chosen: (value: any) => void): TemplateResult {
  const change = (event: Event) => chosen(options[(event.target as HTMLSelectElement).selectedIndex]?.[0] ?? "");
  return html`<label><span>${label}</span><select @change=${change}>${options.map(([each, text]) => html`<option value=${each} .selected=${each === value}>${text}</option>`)}</select></label>`;
}

/** The timer of the button that is held down, and whether the last press of any button has acted. */
let timer = 0, held = false;

/** Acts again and again while a button is held down. */
function hold({ currentTarget }: Event, act: () => void) {
  const button = currentTarget as HTMLButtonElement, stop = () => clearInterval(timer);
  timer = window.setTimeout(() => {
    held = true;
    timer = window.setInterval(() => (button.disabled ? stop() : act()), 100);
  }, 400);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, stop, { once: true });
}

/** Draws a button with an icon, which may act again while it is held down. */
export const control = (label: string, icon: Icon, act: () => void, off = false, holds = false): TemplateResult => html`<button class="control ${icon}" part="button" aria-label=${label} title=${label} ?disabled=${off} @pointerdown=${(event: Event) => (held = false, holds && hold(event, act))} @click=${(event: MouseEvent) => (held && event.detail) || act()}><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[icon]} /></svg></button>`;

/** Draws the pace of a record that plays by itself, or of programs. */
export function paceField(words: Words, tongue: string, autoplay: { pace: number }): TemplateResult {
  const { least, most } = PACES, seconds = fill(words.seconds, autoplay.pace.toLocaleString(tongue)), changed = (event: Event) => (autoplay.pace = (event.target as HTMLInputElement).valueAsNumber);
  return html`<label class="pace"><span>${words.pace}</span><input type="range" min=${least} max=${most} step="0.1" .value=${`${autoplay.pace}`} aria-valuetext=${seconds} @input=${changed} /><output>${seconds}</output></label>`;
}
