import type { RenderableResult } from "../model/result-frame.js";
import { escapeText, printHtml } from "./print-html.js";
import { renderHtml, type HtmlOptions } from "./render-html.js";
import { stylesheet } from "./stylesheet.js";
import { element } from "./html-node.js";

/** Options of `renderPage`. */
export interface PageOptions extends HtmlOptions {
  /** Page title and heading. */
  readonly title?: string;
}

/** A self-contained page: its CSP forbids scripts, fonts and requests. */
export function renderPage(
  result: RenderableResult | readonly RenderableResult[],
  options: PageOptions = {},
): string {
  const { title = "Result" } = options;
  const heading = printHtml(element("h1", {}, title));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${stylesheet}</style>
</head>
<body class="tk-page">
<main>
${heading}
${renderHtml(result, options)}
</main>
</body>
</html>
`;
}
