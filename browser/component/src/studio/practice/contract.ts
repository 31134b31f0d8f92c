// The contract form: president, trump, points and friend, as in the paper.
import { html, type TemplateResult } from "lit";
import type { Speaker } from "../../scene/speaker";
import { friendText, trumpText } from "./plans";
import type { Position } from "../../types";
import type { Words } from "../i18n";
import { friendFrom, type Draft } from "./draft";
import { SUITS } from "./cards";

interface Form {
  draft: Draft;
  /** The president's name. */
  president: string;
  position: Position;
  words: Words;
  speaker: Speaker;
  /** Whether trump and points are settled. */
  settled: boolean;
  change(part: Partial<Draft>): void;
}

export function contractTable(form: Form): TemplateResult {
  return html`<table><tbody>
    <tr><th scope="row">${form.speaker.word("president")}</th><td><b><bdi>${form.president}</bdi></b></td></tr>
    <tr><th scope="row">${form.speaker.word("trump")}</th><td>${trumps(form)}</td></tr>
    <tr><th scope="row">${form.speaker.word("points")}</th><td>${points(form)}</td></tr>
    <tr><th scope="row">${form.speaker.word("friend")}</th><td>${friend(form)}</td></tr>
  </tbody></table>
  <p class="soft">${form.settled ? form.words.contractSettled : form.words.leftOpen}</p>`;
}

/** Draws a choice; choosing it again leaves it to the program. */
function one<T>(value: T, now: T | null, label: string, drawn: unknown, set: (value: T | null) => void, off = false): TemplateResult {
  const on = value === now;
  return html`<button class="choice" aria-pressed=${on ? "true" : "false"} aria-label=${label} ?disabled=${off} @click=${() => set(on ? null : value)}>${drawn}</button>`;
}

function trumps({ draft, speaker, settled, change }: Form): TemplateResult {
  return html`<div class="row middle" role="group" aria-label=${speaker.word("trump")}>${[...SUITS, "N"].map((suit) => one(suit, draft.trump, speaker.word(suit === "N" ? "noTrump" : `suits.${suit}`), trumpText(suit, speaker), (trump) => change({ trump }), settled))}</div>`;
}

function points({ draft, speaker, words, settled, change }: Form): TemplateResult {
  const set = (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    change({ points: value === "" ? null : Math.min(20, Math.max(1, +value)) });
  };
  const step = (by: number) => change({ points: Math.min(20, Math.max(1, (draft.points ?? 13 - by) + by)) });
  return html`<div class="row middle">
    <button aria-label="${speaker.word("points")} −1" ?disabled=${settled} @click=${() => step(-1)}>−</button>
    <input type="number" min="1" max="20" style="width: 5rem" aria-label=${speaker.word("points")} placeholder=${words.any} ?disabled=${settled} .value=${`${draft.points ?? ""}`} @change=${set} />
    <button aria-label="${speaker.word("points")} +1" ?disabled=${settled} @click=${() => step(1)}>＋</button></div>`;
}

function friend({ draft, position, speaker, words, change }: Form): TemplateResult {
  const mighty = draft.trump === null ? (position.mighty as string) : draft.trump === "S" ? "DA" : "SA";
  const set = (value: string | null) => change({ friend: value });
  const usual = [mighty, "JK", "first", "none"], card = draft.friend !== null && !usual.includes(draft.friend) ? draft.friend : "";
  const typed = (event: Event) => {
    const field = event.target as HTMLInputElement, found = friendFrom(field.value);
    field.setCustomValidity(found === null && field.value.trim() ? words.noCard : "");
    field.reportValidity();
    if (found !== null || !field.value.trim()) set(found);
  };
  return html`<div class="row middle" role="group" aria-label=${speaker.word("friend")}>
    ${one(mighty, draft.friend, speaker.word("mighty"), html`${speaker.word("mighty")} ${speaker.small(mighty)}`, set)}
    ${one("JK", draft.friend, speaker.word("joker"), html`☆ ${speaker.word("joker")}`, set)}
    ${one("first", draft.friend, words.first, words.first, set)}
    ${one("none", draft.friend, words.none, words.none, set)}
    <input style="width: 6.5rem" autocomplete="off" spellcheck="false" aria-label=${words.otherCard} placeholder="♥K / HK" .value=${card} @change=${typed} />
    ${card ? friendText(card, words, speaker) : ""}</div>`;
}
