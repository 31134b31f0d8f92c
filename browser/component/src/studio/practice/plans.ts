// A table of plans: programs' proposals, and the user's own.
import { html, nothing, type TemplateResult } from "lit";
import type { Speaker } from "../../scene/speaker";
import { figures, headings, rangeOf } from "../play/estimates";
import type { Words } from "../i18n";
import type { Plan } from "../types";

export interface Row {
  plan: Plan;
  mine: boolean;
}

export function planTable(rows: Row[], words: Words, speaker: Speaker, take: (plan: Plan) => void): TemplateResult {
  const range = rangeOf(rows.map((each) => each.plan)), sorted = [...rows].sort((one, other) => other.plan.mean - one.plan.mean);
  return html`<p class="soft">${words.howToTakeOver}</p><div class="scroll" tabindex="0" role="group" aria-label=${words.plans}><table>
    <thead><tr><th scope="col">${words.plan}</th>${headings(words)}</tr></thead>
    <tbody>${sorted.map(({ plan, mine }) => html`<tr class=${mine ? "mine" : ""}>
      <td><button class="plan" title=${words.takeOver} @click=${() => take(plan)}>${mine ? html`<b>${words.mine}</b> ` : nothing}${planText(plan, words, speaker)}<span class="sr-only"> – ${words.takeOver}</span></button></td>
      ${figures(plan, range, words)}</tr>`)}</tbody>
  </table></div>`;
}

/** Draws the contract and the friend, and below them the buried cards, and the bid if it differs. */
function planText(plan: Plan, words: Words, speaker: Speaker): TemplateResult {
  const { bid, contract, friend, discards } = plan;
  return html`<b>${contractText(contract ?? bid ?? "", speaker)}</b>${friend === null ? nothing : html` · ${friendText(friend, words, speaker)}`}
    ${discards.length ? html`<small class="under" title=${speaker.word("buried")}>${speaker.word("buried")} ${discards.map((card) => speaker.small(card))}</small>` : nothing}
    ${contract === null || bid === null || bid === contract ? nothing : html`<small class="under">${speaker.word("bids")} ${contractText(bid, speaker)}</small>`}`;
}

function contractText(contract: string, speaker: Speaker): unknown {
  const [, points, trump = ""] = /^(\d+)([SHDCN])$/.exec(contract) ?? [];
  return points ? html`${points} ${trumpText(trump, speaker)}` : html`<bdi>${contract}</bdi>`;
}

export function friendText(friend: string, words: Words, speaker: Speaker): unknown {
  if (friend === "first") return words.first;
  if (friend === "last") return speaker.word("lastTrick");
  if (friend === "none") return words.none;
  return /^P\d$/.test(friend) ? speaker.name(+friend[1]!) : speaker.small(friend);
}

export const trumpText = (trump: string, speaker: Speaker): unknown => speaker.draw(trump === "N" ? { say: "noTrump" } : { suit: trump });
