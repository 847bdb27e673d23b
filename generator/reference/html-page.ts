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

/** Texts are escaped before; markup that acts is not parsed all the same. */
const sync = { async: false } as const;
const none = (): undefined => undefined;
const marked = new Marked({
  tokenizer: { html: none, tag: none, link: none, reflink: none, autolink: none, url: none },
  walkTokens: (token) => {
    // Below the heading of the tool.
    if (token.type === "heading") token.depth = 4;
  },
});

/** Markup made by `tag`; everything else is escaped. */
interface Html {
  readonly html: string;
}

/** Makes an element. Texts and attributes are escaped. */
function tag(
  name: string,
  attributes: Readonly<Record<string, string | boolean>>,
  ...children: readonly (Html | string)[]
): Html {
  const list = Object.entries(attributes).map(([key, value]) =>
    value === true ? ` ${key}` : ` ${key}="${escape(String(value))}"`,
  );
  const inner = children.map((child) => (typeof child === "string" ? escape(child) : child.html)).join("");
  const end = name === "input" || name === "meta" ? "" : `${inner}</${name}>`;
  return { html: `<${name}${list.join("")}>${end}` };
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
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

function toolDetails({ spec, page }: ToolEntry): Html {
  const { id, wireName, name, description, category, risk, tags = [], renamedFrom = [] } = spec;
  const searched = [id, wireName, name, description, category, ...tags, ...renamedFrom]
    .join(" ")
    .toLowerCase();
  const summary = tag(
    "summary",
    {},
    tag("h3", {}, id),
    tag("span", { class: `risk ${risk}` }, risk),
    tag("span", { class: "line" }, { html: marked.parseInline(prose(firstSentence(description)), sync) }),
  );
  const details = tag("div", { class: "page" }, { html: marked.parse(page, sync) });
  return tag("details", { id, "data-risk": risk, "data-search": searched }, summary, details);
}

/** The beginning of a description, for lists. */
export function firstSentence(text: string): string {
  const [sentence = ""] = /^.*?[.!?](?=\s|$)|^.*/s.exec(text.replaceAll(/\s+/g, " ")) ?? [];
  return sentence;
}
