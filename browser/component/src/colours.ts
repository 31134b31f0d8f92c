// The colours of the light and dark themes.
import { css } from "lit";

export const colours = css`
  :host {
    color-scheme: light dark;
    --paper: light-dark(#fdfcf9, #1b1d1f);
    --panel: light-dark(#f3f1ea, #25282b);
    --ink: light-dark(#1d2126, #ecebe6);
    --soft: light-dark(#565b61, #b3b6b8);
    --line: light-dark(#d5d1c5, #41464b);
    --control: light-dark(#85807a, #7d848a);
    --felt: light-dark(#dfeadf, #1f3029);
    --felt-line: light-dark(#b2c9b4, #38564a);
    --accent: light-dark(#0b5e8a, #7cc4ee);
    --on-accent: light-dark(#ffffff, #0d1b24);
    --red: light-dark(#b3161f, #ff8f8a);
    --blue: light-dark(#0b4f9c, #8fc0ff);
    --on-tone: light-dark(#ffffff, #16181b);
    --gold: light-dark(#ffe08a, #4d3c00);
    --card: light-dark(#ffffff, #2b3035);
    --card-edge: light-dark(#8a8f94, #868c92);
    --back: light-dark(#3a6ea5, #426f9c);
    --weave: light-dark(#ffffff, #d8e6f4);
    --wood: light-dark(#f2d7a0, #c99f5b);
    --wood-edge: light-dark(#8b6425, #f0d49c);
    --wood-ink: #24180a;
  }
`;
