// The styles of the board. Sizes depend on the width of the board, not the page.
import { css } from "lit";

export const styles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  :host([theme="light"]) { color-scheme: light; }
  :host([theme="dark"]) { color-scheme: dark; }
  :host([compact]) :is(header, aside, .notes, .graph) { display: none; }
  :host([compact]) :is(.root, .playground) { padding: 0; }
  :host([compact]) .stage { display: block; }
  .root { color: var(--ink); background: var(--paper); font: 16px/1.45 system-ui, "Noto Sans", sans-serif; padding: 12px; border-radius: 10px; }
  .root:lang(ko) { word-break: keep-all; }
  .root:lang(ja) { font-family: "Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", system-ui, sans-serif; }
  * { box-sizing: border-box; }
  h2, h3, h4, p, dl, dd, ol, ul { margin: 0; padding: 0; }
  ol, ul { list-style: none; }
  h2 { font-size: 1.25rem; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
  h3 { font-size: 1rem; }
  h4 { font-size: 0.9rem; }
  .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  button, select, input { font: inherit; color: inherit; min-height: 44px; min-width: 44px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
  button, select { cursor: pointer; }
  select { padding: 0 8px; max-width: 100%; }
  summary { min-height: 44px; display: flex; align-items: center; gap: 6px; cursor: pointer; font-weight: 600; }
  summary::before { content: "▸"; }
  details[open] > summary::before { content: "▾"; }
  button:hover:not(:disabled) { border-color: var(--accent); }
  button:disabled { opacity: 0.45; cursor: default; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  .red { color: var(--red); }
  .cardtext { white-space: nowrap; font-variant-numeric: tabular-nums; margin-inline-end: 3px; }

  header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end; justify-content: space-between; margin-bottom: 10px; }
  header > div:first-child { min-width: 0; }
  .occasion { display: flex; flex-wrap: wrap; gap: 0 14px; color: var(--soft); font-size: 0.9rem; overflow-wrap: anywhere; }
  .choosers { display: flex; flex-wrap: wrap; gap: 8px; min-width: 0; }
  label { display: grid; font-size: 0.8rem; color: var(--soft); min-width: 0; }
  label select { color: var(--ink); font-size: 0.95rem; max-width: 15rem; }

  .stage { display: grid; column-gap: 12px; grid-template: "view" "graph" "notes" "aside" / minmax(0, 1fr); }
  .view { grid-area: view; min-width: 0; margin-bottom: 12px; }
  .stage > .notes[tabindex] { margin-bottom: 12px; }
  .playground { background: var(--felt); border: 1px solid var(--felt-line); border-radius: 12px; padding: 8px; }
  .table { display: grid; gap: 8px; grid-template-columns: minmax(0, 1fr); }
  .table > .at0 { order: 9; }
  .table > .centre { order: 8; }
  /* Two to five seats sit round the table at every width. */
  .two { grid-template-areas: "n" "c" "s"; }
  .three { grid-template-columns: repeat(2, minmax(0, 1fr)); grid-template-areas: "nw ne" "c c" "s s"; }
  .four { grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr) minmax(0, 1.25fr); grid-template-areas: "n n n" "w c e" "s s s"; }
  .five { grid-template-columns: repeat(6, minmax(0, 1fr)); grid-template-areas: "nw nw nw ne ne ne" "w w c c e e" "s s s s s s"; }
  /* Seats, and the cards that they play in a trick. */
  :is(.two, .three, .four, .five) .at0 { grid-area: s; }
  :is(.two, .three, .four, .five) > .centre { grid-area: c; }
  .two .at1, .four .at2 { grid-area: n; }
  .facing > .result { grid-area: r; align-self: start; }
  .facing { grid-template-areas: "n" "c" "r" "s"; }
  .three .at1, .counterclockwise.three .at2, .five .at2, .counterclockwise.five .at3 { grid-area: nw; }
  .three .at2, .counterclockwise.three .at1, .five .at3, .counterclockwise.five .at2 { grid-area: ne; }
  .four .at1, .counterclockwise.four .at3, .five .at1, .counterclockwise.five .at4 { grid-area: w; }
  .four .at3, .counterclockwise.four .at1, .five .at4, .counterclockwise.five .at1 { grid-area: e; }
  .seat { min-width: 0; padding: 6px 8px; border-radius: 10px; border: 2px solid transparent; background: color-mix(in srgb, var(--paper) 55%, transparent); }
  .seat.acts { border-color: var(--accent); }
  .seat h3 { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; font-size: 0.9rem; margin-bottom: 4px; min-height: 26px; }
  .seat .name { overflow: hidden; text-overflow: ellipsis; max-width: 11rem; white-space: nowrap; }
  .number { display: inline-grid; place-items: center; width: 1.4em; height: 1.4em; border-radius: 50%; border: 1px solid var(--soft); font-size: 0.75rem; }
  .badge { font-size: 0.75rem; font-weight: 600; padding: 1px 6px; border-radius: 999px; border: 1px solid currentColor; white-space: nowrap; }
  .clock { font-size: 0.8rem; font-weight: 400; color: var(--soft); font-variant-numeric: tabular-nums; }
  .badge.turn { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
  .badge.red { background: var(--red); color: var(--on-tone); border-color: transparent; }
  .badge.blue { background: var(--blue); color: var(--on-tone); border-color: transparent; }
  .badge.gold { background: var(--gold); }
  :is(th, .legend) .red { color: var(--red); }
  :is(th, .legend) .blue { color: var(--blue); }
  .legend { display: flex; flex-wrap: wrap; gap: 2px 12px; color: var(--soft); font-size: 0.8rem; }
  :is(.legend, .owner) b { color: var(--ink); }
  .legend .piece svg { width: 18px; height: 21px; vertical-align: middle; }
  .hand { --most: 36px; display: flex; gap: 2px; min-height: calc(1.4 * var(--most)); }
  .hand > :is(.card, .piece) { flex: 0 1 var(--most); min-width: 0; }
  .hand > :is(.card, .piece) svg { width: 100%; height: auto; }
  .hand:has(> :nth-child(13)) { flex-wrap: wrap; }
  .hand:has(> :nth-child(13)) > :is(.card, .piece) { flex-basis: 30px; }
  .none, .caption { color: var(--soft); font-size: 0.85rem; }
  .centre { display: grid; grid-template-columns: minmax(0, 1fr); place-items: center; min-width: 0; min-height: 90px; }
  .centre dl, dl.bar { display: flex; flex-wrap: wrap; gap: 4px 14px; justify-content: center; }
  .fact { display: flex; gap: 6px; align-items: baseline; }
  .centre .fact.whole { justify-content: center; text-align: center; }
  .fact.whole { grid-column: 1 / -1; flex-wrap: wrap; gap: 2px 12px; }
  .bar dd, .centre dd { font-weight: 700; }
  .whole dd { text-wrap: balance; }
  .fact dt { color: var(--soft); font-size: 0.85rem; }
  dl.bar { justify-content: start; margin-top: 4px; }

  .card, .piece { display: inline-block; position: relative; line-height: 0; }
  .card svg { width: 32px; height: 45px; }
  .piece svg { width: 30px; height: 34.5px; }
  .paper { fill: var(--card); stroke: var(--card-edge); stroke-width: 1.5; }
  .back { fill: var(--back); }
  .weave { fill: none; stroke: var(--weave); stroke-width: 2; }
  text { text-anchor: middle; font-size: 20px; font-weight: 700; }
  .ink { fill: var(--ink); }
  .ink.red { fill: var(--red); }
  .corner { font-size: 21px; }
  .small-caps { font-size: 10px; letter-spacing: 0.5px; }
  .wood { fill: var(--wood); stroke: var(--wood-edge); stroke-width: 1.5; }
  .piece .weave { stroke: var(--wood-edge); stroke-width: 1.5; opacity: 0.75; }
  .kanji { fill: var(--wood-ink); font-size: 22px; font-family: "Noto Serif CJK JP", "Noto Serif JP", "Hiragino Mincho ProN", "Yu Mincho", serif; }
  .card.new .paper { stroke: var(--accent); stroke-width: 4; }
  .piece.new, .card.win { filter: drop-shadow(0 0 2px var(--accent)) drop-shadow(0 0 2px var(--accent)); }
  .tag { position: absolute; font-style: normal; line-height: 1; font-size: 0.75rem; background: var(--ink); color: var(--paper); border-radius: 999px; padding: 2px 4px; }
  .lead-tag { top: -6px; left: -6px; }
  .win-tag { top: -6px; right: -6px; background: var(--gold); color: var(--ink); border: 1px solid var(--ink); }
  .extra { font-weight: 700; }
  .slot { display: inline-block; width: 30px; height: 34px; border: 1px dashed var(--felt-line); border-radius: 5px; }
  .card-slot { width: 42px; height: 59px; }

  .laid { display: flex; flex-wrap: wrap; gap: 4px 10px; margin-top: 6px; }
  .pair { display: inline-flex; gap: 1px; align-items: center; }
  .pile { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; justify-content: center; }
  .result { font-weight: 700; text-align: center; text-wrap: balance; word-break: keep-all; overflow-wrap: anywhere; }

  .trick { display: grid; grid-auto-columns: minmax(0, 1fr); grid-auto-rows: minmax(84px, auto); gap: 4px 10px; padding: 4px; }
  .five .trick { grid-template-areas: "nw nw ne ne" "w s s e"; }
  .four .trick { grid-template-areas: ". n ." "w . e" ". s ."; margin-block: -8px; }
  .three .trick { grid-template-areas: "nw ne" "s s"; }
  .two .trick { grid-template-areas: "n" "s"; }
  :is(.trick, .few) .card svg { width: 42px; height: 59px; }
  .played { display: grid; gap: 5px; align-content: center; justify-items: center; text-align: center; }
  .played .owner { color: var(--soft); font-size: 0.75rem; line-height: 1.2; }
  .taken { min-height: 1.4em; font-size: 0.85rem; display: flex; flex-wrap: wrap; gap: 2px 4px; }
  .grid { max-width: 100%; height: auto; --seats: 150px; max-height: max(min(300px, 100vh - 90px), 100vh - var(--above, 130px) - var(--seats) - 90px); }
  .root:not(.embedded) > .about ~ .stage { --above: 230px; }
  .wooden { fill: var(--wood); stroke: var(--wood-edge); }
  .rule { fill: none; stroke: var(--wood-ink); stroke-width: 1.2; opacity: 0.75; }
  .star { fill: var(--wood-ink); }
  .dark { fill: var(--wood-edge); opacity: 0.4; }
  .labels text { font-size: inherit; font-weight: 400; fill: var(--soft); }
  .ghost, .faded { opacity: 0.45; }
  .preview { opacity: 0; pointer-events: none; }
  .preview:has(~ .place.open:hover) { opacity: var(--preview, 0.6); }
  .preview ~ .place.open:hover { fill: transparent; }
  .offers.idle { min-height: 48px; }
  .number-on { font-size: 17px; fill: var(--stone-black); }
  .number-on.light { fill: var(--stone-white); }
  .letter { font-size: 36px; font-weight: 400; fill: var(--wood-ink); }
  .stone { fill: var(--stone-black); stroke: var(--stone-edge); }
  .stone.white { fill: var(--stone-white); }
  .shine { fill: none; stroke: var(--shine-black); stroke-width: 2.5; stroke-linecap: round; }
  .shine.white { stroke: var(--shine-white); }
  .drawn { fill: none; stroke: var(--mark); stroke-width: 3.5; }
  .drawn.red { --mark: var(--mark-red); } .drawn.blue { --mark: var(--mark-blue); } .drawn.black { --mark: var(--stone-black); } .drawn.white { --mark: var(--stone-white); } .drawn.green { --mark: var(--mark-green); } .drawn.yellow { --mark: var(--mark-yellow); }
  .drawn.named, .drawn.full, .drawn.highlight, .drawn.dim { fill: var(--mark); stroke: none; }
  .drawn.named { stroke: var(--wood); stroke-width: 7; paint-order: stroke; }
  .drawn.dim { opacity: 0.3; }
  .drawn.highlight { fill-opacity: 0.3; stroke: var(--mark); }
  .drawn.area { fill: var(--mark); stroke: var(--wood-ink); stroke-width: 1; }
  .place { fill: transparent; cursor: pointer; }
  .place.open:hover, .place.open:focus-visible, .grid:has(.picked) .open { fill: color-mix(in srgb, var(--mark) 30%, transparent); }
  .place.picked { fill: color-mix(in srgb, var(--mark) 40%, transparent); stroke: var(--mark); stroke-width: 3; }
  .place.shut { cursor: default; }
  .beside { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; margin-top: 8px; padding: 8px 10px; background: color-mix(in srgb, var(--paper) 70%, transparent); border-radius: 10px; font-size: 0.92rem; }
  .ledger { align-content: start; display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 4px 14px; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  .tricks th, .tricks td { padding: 2px 8px; text-align: start; white-space: nowrap; border-bottom: 1px solid var(--line); }
  .tricks i { font-style: normal; }
  .winner { background: var(--gold); font-weight: 700; }
  .counter td { padding: 0 3px; text-align: center; }
  .counter .gone { color: var(--soft); }
  .counter .left { font-weight: 700; padding-inline-start: 10px; }

  .thing { position: relative; display: grid; place-items: center; min-width: 44px; padding: 3px; background: none; border: 1px dashed var(--card-edge); border-bottom-width: 4px; }
  .thing.open { border-style: solid; border-color: var(--accent); translate: 0 -3px; }
  .thing.picked { border: 3px solid var(--accent); background: var(--accent); translate: 0 -6px; }
  .thing.shut { border-bottom: 1px dashed var(--card-edge); }
  .thing .card svg { width: 34px; height: 48px; }
  .thing .piece svg { width: 34px; height: 39px; }
  .pick-tag { top: -8px; right: -6px; background: var(--accent); color: var(--on-accent); border: 1px solid var(--on-accent); }
  .hand:has(.thing) { flex-wrap: wrap; gap: 8px 4px; padding-top: 6px; }
  .offers { display: grid; gap: 2px; margin-top: 4px; }
  .offers :is(.caption, .choices) { justify-self: inherit; justify-content: inherit; }
  .made { padding: 4px; border: 2px solid var(--accent); border-radius: 10px; width: fit-content; }
  .group[aria-pressed="true"] { border: 2px solid var(--accent); font-weight: 700; text-decoration: underline; }

  .foot { position: sticky; bottom: 0; background: var(--paper); z-index: 1; }
  .foot > .reason { flex-basis: 100%; }
  .foot .reason { padding: 6px 8px; border-inline-start: 4px solid var(--red); }
  .foot .reason::before { content: "⚠ " / ""; color: var(--red); }
  .controls { display: flex; flex-wrap: wrap; gap: 2px; justify-content: center; padding-block: 8px; }
  .control { padding: 0; display: grid; place-items: center; user-select: none; touch-action: manipulation; }
  .pace { display: flex; gap: 8px; align-items: center; justify-content: center; padding-bottom: 6px; }
  .pace input { width: min(60%, 260px); accent-color: var(--accent); }
  .pace output { min-width: 3.5em; font-variant-numeric: tabular-nums; }
  .icon { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
  .now { padding-top: 6px; text-align: center; line-height: 1.25; min-height: 2.5em; word-break: keep-all; overflow-wrap: anywhere; }
  .now > span { color: var(--soft); font-size: 0.85rem; }
  .notes { max-height: 12em; overflow: auto; overflow-wrap: anywhere; border-inline-start: 4px solid var(--accent); padding: 4px 10px; display: grid; gap: 4px; background: var(--panel); border-radius: 0 10px 10px 0; }
  .notes:not([tabindex]) { padding: 0; border: 0; }
  .stage > .notes { grid-area: notes; }
  .notes.about { margin-bottom: 10px; max-height: 8em; }
  .notes bdi { white-space: pre-wrap; }
  .graph { grid-area: graph; margin-bottom: 12px; }
  .graph > div { background: var(--panel); border-radius: 10px; cursor: pointer; touch-action: pan-y; }
  .graph svg { display: block; width: 100%; height: 90px; pointer-events: none; }
  .graph path { fill: none; stroke: var(--control); vector-effect: non-scaling-stroke; }
  .graph .area { fill: color-mix(in srgb, var(--accent) 30%, transparent); stroke: var(--accent); }
  .graph :is(.g2, .g4, .g6) { stroke: var(--red); stroke-width: 9; stroke-linecap: round; }
  .graph .g2 { stroke: var(--mark-yellow); }
  .graph .g6 { stroke: var(--blue); }
  .facts { display: flex; flex-wrap: wrap; gap: 0 14px; color: var(--soft); font-size: 0.88rem; }
  .glyphs { white-space: nowrap; }
  .noted { width: 8px; height: 8px; border-radius: 8px 8px 8px 0; background: var(--accent); align-self: start; }

  aside { grid-area: aside; min-width: 0; display: grid; gap: 12px; align-content: start; }
  .legal, .findings { background: var(--panel); border-radius: 10px; padding: 8px 10px; overflow: auto; }
  .choices { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 4px; align-items: center; }
  .choice { padding: 2px 8px; display: inline-flex; align-items: center; justify-content: center; gap: 4px; }
  .range input { width: 9em; margin-inline: 4px; }
  .choice.done { border: 2px solid var(--accent); font-weight: 700; }
  .choice svg { pointer-events: none; }
  .refusal { padding: 4px; border: 1px dashed var(--line); border-radius: 8px; display: inline-flex; gap: 2px; }
  .refused li { margin-block: 6px; }
  .reason { font-size: 0.88rem; overflow-wrap: anywhere; }
  code { font-family: ui-monospace, monospace; font-size: 0.85em; border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; }
  .finding { text-align: start; width: 100%; padding: 6px 8px; overflow-wrap: anywhere; }
  li.error .finding b, .mark.error { color: var(--red); }
  .wide { padding: 0 14px; margin-block: 4px; }
  .head { display: flex; align-items: center; justify-content: space-between; }
  .moves { position: relative; max-height: 340px; overflow: auto; background: var(--panel); border-radius: 10px; padding: 6px; }
  .moves ol { display: flex; flex-wrap: wrap; gap: 3px; }
  .moves li { display: contents; }
  .moves li.starts::before { content: ""; flex-basis: 100%; height: 4px; }
  .move { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 4px; max-width: 100%; text-align: start; padding: 2px 6px; font-size: 0.88rem; }
  .move.here, .entry[aria-current="true"] { border: 2px solid var(--accent); background: color-mix(in srgb, var(--accent) 16%, var(--paper)); }
  .move.here { font-weight: 700; }
  .move .card svg { width: 22px; height: 31px; }
  .move .piece svg { width: 22px; height: 25px; }
  .short { display: inline-block; max-width: 6em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
  .ply, .who { color: var(--soft); font-size: 0.75rem; }
  .branch { flex-basis: 100%; margin: 4px 0 4px 8px; padding-inline-start: 8px; border-inline-start: 3px solid var(--accent); }
  /* Deeper levels are not indented any more: their names say where they belong. */
  .branch .branch .branch .branch { margin-inline-start: 0; padding-inline-start: 6px; border-inline-start-width: 1px; }
  .branch .branch .branch .branch .branch { padding: 0; border: 0; }
  .folded { display: inline-flex; align-items: center; gap: 3px; margin-inline-start: 8px; }
  .branch-name { font-size: 0.88rem; font-weight: 600; }
  .unread { padding: 16px; background: var(--panel); border-radius: 10px; }
  dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
  .share section { display: flex; flex-wrap: wrap; gap: 0 6px; align-items: center; }
  .share h4 { flex: 1; overflow-wrap: anywhere; }
  .share .reason { flex-basis: 100%; }
  .collection { width: min(94vw, 760px); height: 86vh; overflow: auto; }
  .search { position: sticky; top: -16px; display: flex; flex-wrap: wrap; gap: 8px; align-items: end; padding-block: 16px 8px; margin-top: -16px; background: var(--paper); }
  .search label:first-child { flex: 1 1 200px; }
  .search input { font-size: 1rem; color: var(--ink); padding: 0 10px; }
  .search .wide { margin: 0; }
  .entry { width: 100%; margin-top: 4px; padding: 6px 10px; text-align: start; overflow-wrap: anywhere; }
  .choosers .wide { margin: 0; color: var(--ink); font-size: 0.95rem; }

  @container (max-width: 699px) {
    .playground { padding: 5px; }
    .table { gap: 5px; }
    .seat { padding: 5px; }
    .seat h3 { font-size: 0.85rem; gap: 3px; }
    .badge { font-size: 0.7rem; padding-inline: 5px; white-space: normal; }
    :is(.three, .four, .five) > :not(.at0) .hand { --most: 26px; flex-wrap: wrap; min-height: 0; }
    :is(.three, .four, .five) > :not(.at0) .hand > :is(.card, .piece) { flex: none; width: var(--most); }
    :is(.four, .five) > :not(.at0) .laid { gap: 3px 6px; }
    :is(.four, .five) > :not(.at0) .laid :is(.slot, .piece svg) { width: 20px; height: 23px; }
    .four > .at2 :is(h3, .hand, .laid) { justify-content: center; }
    .four > .centre { font-size: 0.8rem; text-align: center; align-content: center; gap: 6px; }
    .four > .centre .fact { flex-direction: column; align-items: center; gap: 0; overflow-wrap: break-word; }
    .five .trick { width: 100%; gap: 2px; padding: 0; grid-auto-rows: auto; align-content: center; }
    .five .trick .card svg { width: 30px; height: 42px; }
    .played { gap: 3px; }
    .played .owner { font-size: 0.68rem; max-width: 34px; overflow: hidden; text-overflow: ellipsis; }
    .four .trick { gap: 3px; padding: 0; margin-block: 0; }
  }
  @container (max-width: 460px) {
    .foot { margin-inline: -12px; }
    label select { max-width: 8rem; }
    .controls { gap: 0; }
    :is(.jumpBack, .jumpForward) { display: none; }
  }
  @container (min-width: 700px) {
    .foot { display: flex; flex-wrap: wrap; gap: 0 14px; align-items: center; }
    .foot > .reason { order: -1; }
    .now { order: 1; flex: 1; padding: 0; text-align: start; }
    .pace { order: 2; flex-basis: 100%; }
    .hand { --most: 46px; }
    .four { grid-template-columns: 1fr 1fr 1fr; }
    .five { grid-template-columns: 1fr 1fr 0.75fr 0.75fr 1fr 1fr; }
    .laying.four > :is(.at1, .at3) .laid { display: grid; grid-template-columns: repeat(2, max-content); }
    :is(.four, .five) > .at0, .four > .at2 { justify-self: center; width: 60%; }
    :is(.table > .at0, .two > .at1, .four > .at2) :is(h3, .hand, .laid, .taken, .bar, .offers) { justify-content: center; justify-items: center; }
    .beside { grid-template-columns: minmax(0, 1fr) minmax(0, auto); }
    .beside :is(.counter, .legend) { grid-column: 1 / -1; }
  }
  /* If there is room, the players are beside the grid, where the bar does not cover them. */
  @container ((min-width: 700px) and (max-width: 939px)) or (min-width: 1100px) {
    .table.facing { grid-template: "c n" auto "c s" auto "c r" 1fr / minmax(0, 1fr) 12rem; }
    .facing .grid { --seats: 0px; }
    .facing > .seat :is(h3, .hand, .laid, .taken, .bar, .offers) { justify-content: start; justify-items: start; }
  }
  /* In one column, or on a phone, the moves come first if nothing is wrong. */
  @container (max-width: 939px) {
    .findings:not(:has(.finding)) { order: 1; }
  }
  @container (min-width: 940px) {
    .stage { grid-template: "view graph" auto "view notes" auto "view aside" 1fr / minmax(0, 1.9fr) minmax(280px, 1fr); }
    .stage > .notes { max-height: 22em; }
    .moves { max-height: 460px; }
    .legal { max-height: 320px; }
    .findings { max-height: 260px; }
  }
  /* A phone held sideways, or a small window: the whole table is in view. */
  @media (max-height: 500px) and (min-width: 600px) {
    .root { display: flex; flex-direction: column; }
    .notes.about { order: 1; margin: 10px 0 0; }
    header { margin-bottom: 2px; align-items: center; }
    h2 { font-size: 1rem; }
    header, .choosers { flex-wrap: nowrap; }
    header label > span { position: absolute; clip-path: inset(50%); }
    .controls, .root { padding-block: 2px; }
    .foot { display: flex; flex-wrap: wrap; gap: 0 14px; align-items: center; }
    .now { order: 1; flex: 1; padding: 0; text-align: start; font-size: 0.85rem; }
    .playground, .seat { padding: 2px 6px; }
    .table, .trick { gap: 3px; }
    .seat h3 { margin: 0; min-height: 0; flex-wrap: nowrap; }
    .number { flex: none; }
    .seat:has(> .bar) { display: flex; flex-flow: wrap; gap: 0 14px; align-content: start; }
    .seat:has(> .bar) > :not(h3, .bar) { flex-basis: 100%; order: 1; }
    dl.bar { margin: 0; }
    .centre { min-height: 0; }
    .centre dl, dl.bar { gap: 0 10px; line-height: 1.3; }
    .fact :is(dt, dd), .result { font-size: 0.8rem; }
    .hand { --most: 30px; }
    .hand .card svg, .pile :is(.card svg, .card-slot), .trick .card svg { width: 30px; height: 42px; }
    .trick { grid-auto-rows: auto; padding: 0; }
    .four .trick { grid-template-areas: "w n e" "w s e"; margin: 0; }
    .played { grid-auto-flow: column; }
    .played .owner { max-width: 60px; }
    .grid { max-height: calc(100vh - 110px); }
    .table.facing { grid-template: "c n" auto "c s" auto "c r" 1fr / minmax(0, 1fr) 12rem; }
    .facing h3 { flex-wrap: wrap; }
    /* A grid leaves room for the comments and moves. */
    @container (min-width: 800px) {
      .stage:has(.grid) { grid-template: "view graph" auto "view notes" auto "view aside" 1fr / minmax(0, 1.9fr) minmax(0, 1fr); }
      .stage:has(.grid) > .view { position: sticky; top: 0; align-self: start; }
      .stage:has(.grid) :is(.jumpBack, .jumpForward) { display: none; }
      .stage:has(.grid) .now:has(.reason) { flex-basis: 100%; }
      .stage:has(.now .reason) .grid { max-height: calc(100vh - 130px); }
    }
    .taken { min-height: 0; }
    .laying > :is(.at0, .at2) { display: flex; flex-wrap: wrap; gap: 0 10px; }
    .laying h3 { flex-basis: 100%; }
    .laid { margin: 0; }
    .laid :is(.slot, .piece svg) { width: 20px; height: 23px; }
  }
  /* In print: nothing that can only be clicked, and the whole list of moves. */
  @media print {
    :host { color-scheme: light !important; }
    .choosers, .controls, .head > .control { display: none; }
    .foot { position: static; }
    :is(.moves, .stage > .notes, .legal, .findings) { max-height: none; }
    .seat, .move { break-inside: avoid; print-color-adjust: exact; }
    .move { min-height: 0; }
  }
  @media (forced-colors: active) {
    .seat.acts, .move.here, .choice.done { outline: 2px solid Highlight; }
    .noted { border: 4px solid; }
  }
`;
