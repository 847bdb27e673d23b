import type { RenderableResult } from "../model/result-frame.js";
import type { HtmlOptions } from "./html-options.js";
import { escapeText, printHtml } from "./print-html.js";
import { renderHtml } from "./render-html.js";
import { stylesheet } from "./stylesheet.js";
import { element } from "./html-node.js";

/** Options of `renderPage`. */
export interface PageOptions extends HtmlOptions {
  /** Page title and heading. */
  readonly title?: string;
  /** `auto` uses the system theme. */
  readonly theme?: "auto" | "light" | "dark";
}

/** A self-contained page: its CSP forbids scripts, fonts and requests. */
export function renderPage(
  result: RenderableResult | readonly RenderableResult[],
  options: PageOptions = {},
): string {
  const { title = "Result", theme = "auto", remoteImages } = options;
  const images = remoteImages === "load" ? "data: https:" : "data:";
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; base-uri 'none'; form-action 'none'`;
  const chosen = theme === "light" || theme === "dark" ? ` data-theme="${theme}"` : "";
  const heading = printHtml(element("h1", {}, title));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${stylesheet}</style>
</head>
<body class="tk-page"${chosen}>
<main>
${heading}
${renderHtml(result, options)}
</main>
</body>
</html>
`;
}
