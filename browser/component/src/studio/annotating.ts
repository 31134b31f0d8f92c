// The row of tools for annotating: glyphs for the last actions, and marks on a grid.
import { html, nothing, type TemplateResult } from "lit";
import { fill, word } from "../i18n";
import { SIGNS } from "../notes";
import { aboutOf, type About } from "./about";
import type { Marking } from "./marking";
import { annotate } from "./play/playing";
import type { Shown } from "./shown";
import type { Studio } from "./state";

const SHAPES: Record<string, string> = { circle: "○", square: "□", triangle: "△", cross: "✕", dot: "●", arrow: "→", line: "─", label: "A", highlight: "▦", dim: "░" };
const COLOURS = ["red", "green", "blue", "yellow"] as const;
/** Glyphs with a button; others are in a list. */
const FIRST = 6;

export function annotating(studio: Studio, shown: Shown, marking: Marking, changed: () => void): TemplateResult {
  const plies = aboutOf(shown).filter(({ subject }) => subject.ply !== null);
  return html`<div class="line tools" role="group" aria-label=${studio.words.annotate}>
    ${plies.map((each) => glyphs(studio, each, plies.length > 1))}
    ${marking.grid ? marks(studio, marking, changed) : nothing}
    ${plies.length || marking.grid ? nothing : html`<span class="soft">${studio.words.nothingToMark}</span>`}</div>`;
}

function glyphs(studio: Studio, { subject, notes }: About, named: boolean): TemplateResult {
  const { words, boardWords } = studio, ply = fill(boardWords.ply, subject.ply!), name = (glyph: number) => word(boardWords, `glyphs.${glyph}`);
  const own = notes.flatMap((each) => each.glyphs ?? []), all = Object.keys(SIGNS).map(Number), sign = (glyph: number) => SIGNS[glyph] ?? `$${glyph}`;
  const toggle = (glyph: number) => void annotate(studio, subject, { glyphs: own.includes(glyph) ? own.filter((each) => each !== glyph) : [...own.filter((each) => kindOf(each) !== kindOf(glyph)), glyph] });
  const chosen = (event: Event) => {
    const field = event.target as HTMLSelectElement, glyph = +field.value;
    field.value = "";
    if (glyph) toggle(glyph);
  };
  return html`<div class="row middle" role="group" aria-label=${ply}>${named ? html`<span>${ply}</span>` : nothing}
    ${[...new Set([...all.slice(0, FIRST), ...own])].map((glyph) => html`<button aria-pressed=${own.includes(glyph) ? "true" : "false"} aria-label=${name(glyph) ?? `${sign(glyph)} $${glyph}`} title=${name(glyph) ?? `$${glyph}`} @click=${() => toggle(glyph)}>${sign(glyph)}</button>`)}
    <select aria-label=${words.moreGlyphs} @change=${chosen}><option value="">…</option>${all.slice(FIRST).filter((glyph) => !own.includes(glyph)).map((glyph) => html`<option value=${glyph}>${sign(glyph)} ($${glyph})</option>`)}</select></div>`;
}

/** Returns the kind of a glyph: an action and a position have one assessment each. */
const kindOf = (glyph: number) => (glyph < 10 ? "action" : glyph < 22 ? "position" : glyph);

function marks(studio: Studio, marking: Marking, changed: () => void): TemplateResult {
  const { words, boardWords } = studio;
  const choose = (shape: string) => {
    marking.choose(marking.tool === shape ? null : shape);
    changed();
  };
  const typed = (event: Event) => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector<HTMLInputElement>("[name=place]")!;
    if (marking.type(field.value)) field.value = "";
    else studio.complain(words.noPlace(field.value));
  };
  return html`<div class="row middle" role="group" aria-label=${words.marks}>
    ${Object.entries(SHAPES).map(([shape, sign]) => html`<button aria-pressed=${marking.tool === shape ? "true" : "false"} aria-label=${word(boardWords, `shapes.${shape}`)!} title=${word(boardWords, `shapes.${shape}`)!} @click=${() => choose(shape)}>${sign}</button>`)}
    <select aria-label=${words.colour} @change=${(event: Event) => (marking.colour = (event.target as HTMLSelectElement).value)}><option value="">${words.colour}</option>${COLOURS.map((each) => html`<option value=${each}>${words.colours[each]}</option>`)}</select>
    ${marking.tool === "label" ? html`<input class="few" aria-label=${words.labelText} placeholder="A" .value=${marking.label} @input=${(event: Event) => (marking.label = (event.target as HTMLInputElement).value)} />` : nothing}
    <form class="row middle" @submit=${typed}><input class="few" name="place" required aria-label=${words.place} placeholder=${words.place} /><button>${words.draw}</button></form></div>`;
}
