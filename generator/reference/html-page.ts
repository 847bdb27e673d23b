import { createHash } from "node:crypto";
import type { ToolSpec } from "@toolkiln/runtime";
import { riskLevels } from "@toolkiln/runtime/vocabulary";
import type { Block } from "./block.js";
import { pageScript, pageStyle } from "./page-assets.js";
import { printHtml, tag, type Html } from "./print-html.js";

/** A tool with its page. */
export interface PagedTool {
  readonly spec: ToolSpec;
  readonly blocks: readonly Block[];
}

/** One page with all tools: no request, and no script but its own. */
export function htmlPage(title: string, categories: ReadonlyMap<string, readonly PagedTool[]>): string {
  const hash = createHash("sha256").update(pageScript).digest("base64");
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const sections = [...categories].map(([category, tools]) =>
    tag("section", { "aria-label": category }, tag("h2", {}, category), ...tools.map(toolDetails)),
  );
  const head = [
    tag("meta", { charset: "utf-8" }),
    tag("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
    tag("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    tag("title", {}, title),
    // Both are constants of ours, which the parser reads as they are.
    { html: `<style>${pageStyle}</style>` },
  ];
  const body = [
    tag("header", {}, tag("h1", {}, title), filters()),
    tag("main", {}, ...sections),
    { html: `<script>${pageScript}</script>` },
  ];
  return `<!doctype html>\n${tag("html", { lang: "en" }, tag("head", {}, ...head), tag("body", {}, ...body)).html}\n`;
}

function filters(): Html {
  const risks = riskLevels.map((risk) =>
    tag("label", {}, tag("input", { type: "checkbox", value: risk, checked: true }), risk),
  );
  return tag(
    "div",
    { class: "filters", role: "search" },
    tag("label", { class: "search" }, "Search ", tag("input", { type: "search", id: "search" })),
    tag("fieldset", {}, tag("legend", {}, "Risk"), ...risks),
    tag("output", { "aria-live": "polite" }),
  );
}

function toolDetails({ spec, blocks }: PagedTool): Html {
  const { id, wireName, name, description, category, risk, tags = [], renamedFrom = [] } = spec;
  const searched = [id, wireName, name, description, category, ...tags, ...renamedFrom]
    .join(" ")
    .toLowerCase();
  const summary = tag(
    "summary",
    {},
    tag("h3", {}, id),
    tag("span", { class: `risk ${risk}` }, risk),
    tag("span", { class: "line" }, firstSentence(description)),
  );
  const page = tag("div", { class: "page" }, ...printHtml(blocks, "h4"));
  return tag("details", { id, "data-risk": risk, "data-search": searched }, summary, page);
}

/** The beginning of a description, for lists. */
export function firstSentence(text: string): string {
  const [sentence = ""] = /^.*?[.!?](?=\s|$)|^.*/s.exec(text.replaceAll(/\s+/g, " ")) ?? [];
  return sentence;
}
