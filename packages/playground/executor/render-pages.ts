import { renderHtml, stylesheet, type RenderableResult } from "@toolkiln/render/html";
import type { ThemedPages } from "../protocol.js";

/** What a frame needs beside the renderer's own styles: the frame scrolls, not what is in it. */
const frameStyle = `body.tk-page { padding: 0; background: var(--tk-back); } .tk-result.tk-result { border: 0; padding: 4px; }
.tk-code, .tk-scroll { max-height: none; }`;

/** Renders results as a page for each theme. */
export function renderPages(...results: readonly RenderableResult[]): ThemedPages {
  const body = results.map((result, index) => renderHtml(result, { idPrefix: `r${index}` })).join("\n");
  const page = (theme: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Result</title><style>${stylesheet}${frameStyle}</style></head>
<body class="tk-page" data-theme="${theme}"><main>${body}</main></body></html>`;
  return { light: page("light"), dark: page("dark") };
}
