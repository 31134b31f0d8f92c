// The graph of evaluations, which is also a slider for the steps, and the accuracy of each player.
import { html, nothing, svg, type TemplateResult } from "lit";
import { fill } from "./i18n";
import { stepsFor } from "./lines";
import { nameOf, plus } from "./names";
import type { Panel } from "./panels";

/** Draws the evaluations of a line up to the end, or up to the current step if the rest is hidden. */
export function graph({ line, index, seat, veiled, words, replay, go }: Panel): TemplateResult | typeof nothing {
  const end = line.steps.length - 1, shares: Record<string, number[]> = {};
  const points = stepsFor(line, seat).slice(0, veiled ? index : end + 1).flatMap(({ notes = [], ply: first, actions }, at) => notes.flatMap(({ ply = 0, evaluation, glyphs = [] }) => {
    const { score, mate, accuracy } = evaluation ?? {}, player = Object.keys(actions ?? {})[ply - first];
    if (player && accuracy !== undefined) (shares[player] ??= []).push(accuracy);
    return (score ?? mate) === undefined ? [] : [{ at: Math.min(at + 1, end), score, mate, glyphs }];
  }));
  if (!points.length) return nothing;
  const most = Math.max(...points.map(({ score = 0 }) => Math.abs(score))) || 1;
  const place = ({ at, score = 0, mate }: (typeof points)[0]) => `${at} ${mate === undefined ? -score / most : mate < 0 ? 1 : -1}`;
  const moved = ({ buttons, offsetX, currentTarget }: PointerEvent) => buttons && go(line, Math.round((end * offsetX) / (currentTarget as HTMLElement).clientWidth));
  return html`<div class="graph" part="graph">
    <div role="slider" tabindex="0" aria-label=${words.evaluations} aria-valuemax=${end + 1} aria-valuenow=${index + 1} aria-valuetext=${fill(words.step, index + 1, end + 1)} @pointerdown=${moved} @pointermove=${moved}>
      <svg viewBox="0 -1.1 ${end} 2.2" preserveAspectRatio="none">
        <path class="area" d="M${points[0]!.at} 0L${points.map(place).join("L")}V0" />
        <path d="M0 0H${end}M${index}-2V2" />
        ${[6, 2, 4].map((glyph) => svg`<path class="g${glyph}" d=${points.filter(({ glyphs }) => glyphs.includes(glyph)).map((each) => `M${place(each)}h0`).join("")} />`)}
      </svg>
    </div>
    <p class="facts"><span>↑ <bdi>${nameOf(replay, 0, words)}</bdi> ${plus(most)}</span>${Object.entries(shares).map(([player, own]) => html`<span>${words.accuracy} <bdi>${nameOf(replay, +player, words)}</bdi> <b>${Math.round(own.reduce((sum, each) => sum + each) / own.length)}%</b></span>`)}</p>
  </div>`;
}
