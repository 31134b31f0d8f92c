// The colours of the light and dark themes, shared with pictures: art.json.
import { css, unsafeCSS } from "lit";
import art from "../../art.json";

const each = Object.entries(art.colours).map(([name, colour]) => `--${name}: ${typeof colour === "string" ? colour : `light-dark(${colour.join(", ")})`};`);

export const colours = css`
  :host {
    color-scheme: light dark;
    ${unsafeCSS(each.join("\n    "))}
  }
`;
