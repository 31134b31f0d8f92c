// The styles shared by all parts of the studio.
import { css, type CSSResultOrNative } from "lit";
import { colours } from "../colours";

const shared = css`
  :host { display: block; color: var(--ink); font: 16px/1.45 system-ui, "Noto Sans", sans-serif; min-width: 0; }
  :host([lang="ko"]) { font-family: "Noto Sans KR", "Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic", system-ui, sans-serif; word-break: keep-all; }
  :host([lang="ja"]) { font-family: "Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", system-ui, sans-serif; }
  :host([hidden]) { display: none; }
  * { box-sizing: border-box; }
  h1, h2, h3, h4, p, ul, ol, fieldset, dl, dd { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  fieldset { border: 0; min-width: 0; }
  h2 { font-size: 1rem; }
  h3 { font-size: 0.95rem; }
  button, select, input, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--control); border-radius: 8px; }
  button, select, input:not([type="checkbox"], [type="radio"]) { min-height: 44px; min-width: 44px; padding: 0 10px; max-width: 100%; }
  button, select { cursor: pointer; }
  button:hover:not(:disabled) { border-color: var(--accent); }
  button:disabled, [aria-disabled="true"] { opacity: 0.45; cursor: default; }
  button i { font-style: normal; }
  button.main { background: var(--accent); color: var(--on-accent); border-color: var(--accent); font-weight: 600; }
  button[aria-pressed="true"], button[aria-current="page"] { border: 2px solid var(--accent); background: color-mix(in srgb, var(--accent) 16%, var(--paper)); font-weight: 600; }
  input[type="checkbox"], input[type="radio"] { width: 22px; height: 22px; accent-color: var(--accent); flex: none; margin: 0; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  label.field { display: grid; gap: 2px; font-size: 0.85rem; color: var(--soft); min-width: 0; }
  label.field > :is(input, select, textarea) { color: var(--ink); font-size: 1rem; width: 100%; }
  .pace { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; font-size: 0.85rem; color: var(--soft); }
  .pace input { accent-color: var(--accent); }
  label.tick { display: flex; gap: 8px; align-items: center; min-height: 44px; }
  .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
  .row.middle { align-items: center; }
  .stack { display: grid; gap: 10px; align-content: start; grid-template-columns: minmax(0, 1fr); }
  .soft { color: var(--soft); font-size: 0.9rem; }
  .wrong { color: var(--red); font-weight: 600; }
  summary { min-height: 44px; display: flex; align-items: center; gap: 6px; cursor: pointer; font-weight: 600; }
  summary::before { content: "▸"; }
  details[open] > summary::before { content: "▾"; }
  legend { font-weight: 600; padding: 0; margin-bottom: 4px; }
  code { font-family: ui-monospace, "Noto Sans Mono", monospace; font-size: 0.85em; border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; }
  .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; font-size: 0.92rem; }
  th, td { padding: 3px 6px; text-align: start; border-bottom: 1px solid var(--line); vertical-align: middle; }
  td.number, th.number { text-align: end; white-space: nowrap; }
  .finding { text-align: start; width: 100%; padding: 6px 8px; overflow-wrap: anywhere; }
  li.error .finding b { color: var(--red); }
  .red { color: var(--red); }
  .cardtext { white-space: nowrap; font-variant-numeric: tabular-nums; margin-inline-end: 3px; }
  .card { display: inline-block; line-height: 0; }
  .card svg { width: 32px; height: 45px; }
  .paper { fill: var(--card); stroke: var(--card-edge); stroke-width: 1.5; }
  .back { fill: var(--back); }
  .weave { fill: none; stroke: var(--weave); stroke-width: 2; }
  text { text-anchor: middle; font-size: 21px; font-weight: 700; }
  .ink { fill: var(--ink); }
  .ink.red { fill: var(--red); }
  .small-caps { font-size: 10px; letter-spacing: 0.5px; }
  .choice { display: inline-flex; align-items: center; justify-content: center; gap: 4px; }
  dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 16px; width: min(94vw, 640px); max-height: 92vh; overflow: auto; scroll-padding-bottom: 80px; }
  dialog form > .row:last-child { position: sticky; bottom: -16px; margin-bottom: -16px; padding-block: 10px 16px; background: var(--paper); border-top: 1px solid var(--line); z-index: 1; }
  dialog .row > [role="alert"] { flex-basis: 100%; }
  dialog .row > [role="alert"]:empty { margin-bottom: -8px; }
  dialog h2 { font-size: 1.15rem; }
  dialog::backdrop { background: rgb(0 0 0 / 45%); }
`;

export const styles: CSSResultOrNative[] = [colours, shared];
