import { createHash } from "node:crypto";
import type { ToolSpec } from "@toolkiln/runtime";
import { riskLevels } from "@toolkiln/runtime/vocabulary";
import { Marked } from "marked";
import { prose } from "./markdown.js";
import { pageScript, pageStyle } from "./page-assets.js";

/** A tool with its page as Markdown. */
export interface ToolEntry {
  readonly spec: ToolSpec;
  readonly page: string;
}

const sync = { async: false } as const;
const none = (): undefined => undefined;
/** Text is already escaped. As a second defence, HTML and links are not parsed. */
const marked = new Marked({
  tokenizer: { html: none, tag: none, link: none, reflink: none, autolink: none, url: none },
  walkTokens: (token) => {
    // Below the heading of the tool.
    if (token.type === "heading") token.depth = 4;
  },
});

/** Markup; everything else is escaped. */
interface Html {
  readonly html: string;
}

/** Builds markup from a template. Its values are escaped, unless they are markup. */
function markup(
  template: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const texts = values.flatMap((value) =>
    typeof value === "string"
      ? value.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
      : [value]
          .flat()
          .map(({ html }) => html)
          .join(""),
  );
  return { html: String.raw({ raw: template }, ...texts) };
}

/** A self-contained page with all tools: makes no requests. */
export function htmlPage(title: string, categories: ReadonlyMap<string, readonly ToolEntry[]>): string {
  const hash = createHash("sha256").update(pageScript).digest("base64");
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  // The colon in the ids of sections avoids clashes with tool ids.
  const links = [...categories].map(
    ([category, { length }], index) =>
      markup`<a href="#category:${String(index)}">${category} <small>${String(length)}</small></a>`,
  );
  const sections = [...categories].map(
    ([category, tools], index) =>
      markup`<section id="category:${String(index)}"><h2>${category}</h2>${tools.map(toolDetails)}</section>`,
  );
  const risks = riskLevels.map(
    (risk) => markup`<label><input type="checkbox" value="${risk}" checked>${risk}</label>`,
  );
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${{ html: pageStyle }}</style></head>
<body><header><h1>${title}</h1><nav aria-label="Categories">${links}</nav></header>
<div class="filters" role="search"><input type="search" id="search" placeholder="Search tools" aria-label="Search tools">
<fieldset><legend>Risk</legend>${risks}</fieldset><output aria-live="polite"></output></div>
<main>${sections}<p id="nothing" hidden>No tool matches.</p></main>
<script>${{ html: pageScript }}</script></body></html>
`.html;
}

function toolDetails({ spec, page }: ToolEntry): Html {
  const { id, wireName, name, description, category, risk, tags = [], renamedFrom = [] } = spec;
  const words = [id, wireName, name, description, category, ...tags, ...renamedFrom].join(" ").toLowerCase();
  const line = { html: marked.parseInline(prose(firstSentence(description)), sync) };
  return markup`<details id="${id}" data-risk="${risk}" data-search="${words}">
<summary><h3>${id}</h3><span class="risk ${risk}">${risk}</span><span class="line">${line}</span></summary>
<div class="page">${{ html: marked.parse(page, sync) }}</div></details>`;
}

/** The beginning of a description, for lists. */
export function firstSentence(text: string): string {
  const [sentence = ""] = /^.*?[.!?](?=\s|$)|^.*/s.exec(text.replaceAll(/\s+/g, " ")) ?? [];
  return sentence;
}
