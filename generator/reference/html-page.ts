import { createHash } from "node:crypto";
import type { ToolSpec } from "@toolkiln/runtime";
import { riskLevels } from "@toolkiln/runtime/vocabulary";
import { inlineOf, type Block } from "./block.js";
import { pageScript, pageStyle } from "./page-assets.js";
import { inline, printHtml, tag, type Html } from "./print-html.js";

/** A tool with its page. */
export interface ToolEntry {
  readonly spec: ToolSpec;
  readonly blocks: readonly Block[];
}

/** A self-contained page with all tools: makes no requests. */
export function htmlPage(title: string, categories: ReadonlyMap<string, readonly ToolEntry[]>): string {
  const hash = createHash("sha256").update(pageScript).digest("base64");
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const sections = [...categories].map(([category, tools], index) =>
    tag("section", { id: sectionId(index) }, tag("h2", {}, category), ...tools.map(toolDetails)),
  );
  const links = [...categories].map(([category, { length }], index) =>
    tag("a", { href: `#${sectionId(index)}` }, category, " ", tag("small", {}, String(length))),
  );
  const head = [
    tag("meta", { charset: "utf-8" }),
    tag("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
    tag("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    tag("title", {}, title),
    // Both are constants, which need no escaping.
    { html: `<style>${pageStyle}</style>` },
  ];
  const body = [
    tag("header", {}, tag("h1", {}, title), tag("nav", { "aria-label": "Categories" }, ...links)),
    filters(),
    tag("main", {}, ...sections, tag("p", { id: "nothing", hidden: true }, "No tool matches.")),
    { html: `<script>${pageScript}</script>` },
  ];
  return `<!doctype html>\n${tag("html", { lang: "en" }, tag("head", {}, ...head), tag("body", {}, ...body)).html}\n`;
}

/** The colon avoids clashes with tool ids. */
function sectionId(index: number): string {
  return `category:${index}`;
}

function filters(): Html {
  const risks = riskLevels.map((risk) =>
    tag("label", {}, tag("input", { type: "checkbox", value: risk, checked: true }), risk),
  );
  return tag(
    "div",
    { class: "filters", role: "search" },
    tag("input", { type: "search", id: "search", placeholder: "Search tools", "aria-label": "Search tools" }),
    tag("fieldset", {}, tag("legend", {}, "Risk"), ...risks),
    tag("output", { "aria-live": "polite" }),
  );
}

function toolDetails({ spec, blocks }: ToolEntry): Html {
  const { id, wireName, name, description, category, risk, tags = [], renamedFrom = [] } = spec;
  const searched = [id, wireName, name, description, category, ...tags, ...renamedFrom]
    .join(" ")
    .toLowerCase();
  const summary = tag(
    "summary",
    {},
    tag("h3", {}, id),
    tag("span", { class: `risk ${risk}` }, risk),
    tag("span", { class: "line" }, ...inline(inlineOf(firstSentence(description)))),
  );
  const page = tag("div", { class: "page" }, ...printHtml(blocks));
  return tag("details", { id, "data-risk": risk, "data-search": searched }, summary, page);
}

/** The beginning of a description, for lists. */
export function firstSentence(text: string): string {
  const [sentence = ""] = /^.*?[.!?](?=\s|$)|^.*/s.exec(text.replaceAll(/\s+/g, " ")) ?? [];
  return sentence;
}
