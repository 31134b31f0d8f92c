// What is wrong with the record, each with its place.
import { html, nothing, type TemplateResult } from "lit";
import type { Words } from "../../i18n";
import type { Finding } from "../../types";

const MOST = 100;

export function findingsList(findings: Finding[], words: Words, jump: (finding: Finding) => void): TemplateResult {
  const first = findings.slice(0, MOST), rest = findings.length - first.length;
  return html`<section aria-label=${words.findings}><h2>${words.findings}</h2>
    ${first.length ? html`<ul class="stack">${first.map((each) => html`<li><button class="finding" @click=${() => jump(each)}>${told(each, words)}</button></li>`)}</ul>` : html`<p>✓ ${words.noFindings}</p>`}
    ${rest > 0 ? html`<p class="soft">${words.more(rest)}</p>` : nothing}
  </section>`;
}

function told(finding: Finding, words: Words): TemplateResult {
  const { severity, code, message, round, ply, line, column } = finding;
  const where = [line ? `${line}:${column ?? 1}` : "", round === null ? "" : `${words.round} ${round}`, ply ? words.ply(ply) : ""];
  return html`<b class=${severity === "error" ? "wrong" : ""}>⚠ ${words[severity]}</b> <code>${code}</code> <bdi lang="en">${message}</bdi> <small class="soft">${where.filter(Boolean).join(" · ")}</small>`;
}
