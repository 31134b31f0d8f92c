// The list of findings about the record, each with its place.
import { html, nothing, type TemplateResult } from "lit";
import type { Words } from "../../i18n";
import { findingText } from "../../panels";
import type { Finding, RecordJson } from "../../types";
import type { Words as StudioWords } from "../i18n";

export function findingsList(record: RecordJson | undefined, unlisted: number, checking: boolean, studio: StudioWords, words: Words, jump: (finding: Finding) => void): TemplateResult {
  return html`<section aria-label=${words.findings} aria-busy=${checking ? "true" : "false"}><h2>${words.findings}${checking ? html` <small class="soft" role="status">${studio.checking}</small>` : nothing}</h2>
    ${record?.findings.length ? html`<ul class="stack">${record.findings.map((each) => html`<li class=${each.severity}><button class="finding" @click=${() => jump(each)}>${findingText(each, record, words)}</button></li>`)}</ul>` : html`<p>${checking ? "\u00a0" : `✓ ${words.noFindings}`}</p>`}
    ${unlisted > 0 ? html`<p class="soft">${studio.moreFindings(unlisted)}</p>` : nothing}
  </section>`;
}

