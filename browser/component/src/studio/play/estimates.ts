// Tables of estimates: the mean, its interval, and a picture of both.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { Words } from "../i18n";
import type { Estimate } from "../types";

export const amount = (value: number) => {
  const text = Math.abs(value) >= 100 ? Math.abs(value).toFixed(0) : `${+Math.abs(value).toFixed(2)}`;
  return value < 0 && text !== "0" ? `−${text}` : text;
};

export function estimateTable(estimates: Estimate[], words: Words, draw: (line: string[]) => unknown): TemplateResult {
  const range = rangeOf(estimates);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.whatPrograms}><table>
    <thead><tr><th scope="col">${words.action}</th>${headings(words)}</tr></thead>
    <tbody>${estimates.map((each) => html`<tr><td>${draw(each.line)}</td>${figures(each, range, words)}</tr>`)}</tbody>
  </table></div>`;
}

export const headings = (words: Words) => html`<th scope="col" class="number">${words.mean}</th><th scope="col">${words.interval}</th><th scope="col" class="number">${words.winsOfPlayouts}</th>`;

export function figures(each: Estimate, range: [number, number], words: Words): TemplateResult {
  const { low, mean, high, wins, deals } = each;
  return html`<td class="number"><b>${amount(mean)}</b></td>
    <td>${low === null || high === null ? nothing : html`${interval(low, mean, high, range)}<small class="soft" role="img" aria-label=${words.between(amount(low), amount(high))}>${amount(low)} … ${amount(high)}</small>`}</td>
    <td class="number">${wins === null ? nothing : `${Math.round(wins * 100)} %`} <small class="soft">(${deals})</small></td>`;
}

export const rangeOf = (estimates: Estimate[]): [number, number] => [Math.min(0, ...estimates.map((each) => each.low ?? each.mean)), Math.max(0, ...estimates.map((each) => each.high ?? each.mean))];

/** Draws the interval as a bar, with lines at the mean and at zero. */
function interval(from: number, mean: number, to: number, [low, high]: [number, number]) {
  const at = (value: number) => (high === low ? 50 : ((value - low) / (high - low)) * 100);
  return html`<svg viewBox="0 0 100 12" preserveAspectRatio="none" width="100" height="12" style="display: block" aria-hidden="true">
    ${svg`<path d="M${at(0)} 0v12" stroke="var(--soft)" stroke-width="0.7"/>
    <rect x=${at(from)} y="3" width=${Math.max(0.8, at(to) - at(from))} height="6" rx="1" fill="var(--accent)" opacity="0.45"/>
    <path d="M${at(mean)} 1v10" stroke="var(--accent)" stroke-width="2"/>`}
  </svg>`;
}
