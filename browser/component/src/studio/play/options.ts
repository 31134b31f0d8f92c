// A form for a game's options; the type of each default determines its field.
import { html, nothing, type TemplateResult } from "lit";
import type { Json } from "../../types";
import type { OptionWords } from "../types";

type Options = Record<string, Json>;

/** Draws the form; `chosen` holds the options that differ from the defaults. Untranslated options are in English. */
export function optionsForm(language: string, defaults: Options, words: Record<string, OptionWords>, chosen: Options, change: (chosen: Options) => void): TemplateResult {
  const set = (name: string, value: Json) => {
    const { [name]: _, ...rest } = chosen;
    change(JSON.stringify(value) === JSON.stringify(defaults[name]) ? rest : { ...rest, [name]: value });
  };
  return html`<div class="stack">${Object.entries(defaults).map(([name, each]) => field(language, name, words[name], each, name in chosen ? chosen[name] : each, (value) => set(name, value)))}</div>`;
}

const inOwnOrEnglish = (own: string | undefined, english = "") => (own === undefined ? html`<span lang="en">${english}</span>` : html`<span>${own}</span>`);

function field(language: string, name: string, words: OptionWords | undefined, fallback: Json, value: Json, set: (value: Json) => void): TemplateResult {
  const read = (event: Event) => event.target as HTMLInputElement;
  const label = html`<span>${words?.about["en"] ? html`${inOwnOrEnglish(words.about[language], words.about["en"])} ` : nothing}<code>${name}</code></span>`;
  if (typeof fallback === "boolean") return html`<label class="tick"><input type="checkbox" .checked=${value} @change=${(event: Event) => set(read(event).checked)} />${label}</label>`;
  if (words?.choices.length) return html`<label class="field">${label}<select @change=${(event: Event) => set(read(event).value || fallback)}>${fallback === null ? html`<option value="" .selected=${value === null}>–</option>` : nothing}${words.choices.map((each) => {
    const own = words.names[language]?.[each];
    return html`<option lang=${own === undefined ? "en" : language} value=${each} .selected=${each === value}>${own ?? each.replaceAll("-", " ")}</option>`;
  })}</select></label>`;
  const numeric = typeof fallback === "number";
  return html`<label class="field">${label}<input type=${numeric ? "number" : "text"} step=${numeric ? "any" : nothing} placeholder=${written(fallback)} .value=${written(value)} @change=${(event: Event) => set(parsed(read(event).value, fallback))} /></label>`;
}

/** Returns a value as text: lists with commas, and an unset value as empty text. */
const written = (value: Json): string => (value === null ? "" : Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : `${value}`);

function parsed(text: string, fallback: Json): Json {
  if (text.trim() === "" && !Array.isArray(fallback)) return fallback;
  if (Array.isArray(fallback)) return text.split(",").map((each) => plain(each.trim())).filter((each) => each !== "");
  return typeof fallback === "string" ? text : plain(text);
}

function plain(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
