// Button icons, drawn because fonts lack some of them.
import { html } from "lit";

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

export const iconPicture = (icon: Icon) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[icon]} /></svg>`;
