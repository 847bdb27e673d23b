/** The style of the page, light and dark. */
export const pageStyle: string = `
:root { color-scheme: light dark; --back: #fff; --raised: #f5f6f8; --edge: #d5dae0; --text: #1c2128; --soft: #57606a; --accent: #0b5cad;
  --safe: #14652f; --low: #0a6470; --medium: #7d4e00; --high: #a3371f; --critical: #b3202c; }
@media (prefers-color-scheme: dark) { :root { --back: #14181d; --raised: #1d232a; --edge: #3a434e; --text: #e4e8ed; --soft: #a0abb7; --accent: #7ab8ff;
  --safe: #6fd98b; --low: #70d0d8; --medium: #f0c266; --high: #ff9f7a; --critical: #ff8f8f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { position: sticky; top: 0; z-index: 1; background: var(--raised); border-bottom: 1px solid var(--edge); padding: 12px max(16px, 50vw - 480px); }
main { max-width: 992px; margin: 0 auto; padding: 8px 16px 64px; }
h1 { font-size: 20px; margin: 0 0 8px; } h2 { font-size: 18px; margin: 28px 0 8px; } h3 { display: inline; font-size: 16px; margin: 0; } h4 { font-size: 14px; margin: 18px 0 4px; color: var(--soft); }
.filters { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 12px; } legend { float: left; margin-right: 12px; color: var(--soft); }
input[type="search"] { font: inherit; flex: 1 1 220px; min-width: 0; padding: 6px 10px; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: 6px; }
label { display: inline-flex; gap: 6px; align-items: center; min-height: 24px; } label.search { flex: 1 1 220px; } output { color: var(--soft); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; } a { color: var(--accent); }
details { border: 1px solid var(--edge); border-radius: 8px; margin: 0 0 8px; content-visibility: auto; contain-intrinsic-size: auto 48px; scroll-margin-top: 116px; }
summary { cursor: pointer; padding: 10px 14px; } details[open] > summary { border-bottom: 1px solid var(--edge); } .page { padding: 4px 14px 14px; }
.risk { font-size: 13px; border: 1px solid currentColor; border-radius: 99px; padding: 0 8px; margin-left: 8px; } .line { display: block; color: var(--soft); font-size: 14px; }
.safe { color: var(--safe); } .low { color: var(--low); } .medium { color: var(--medium); } .high { color: var(--high); } .critical { color: var(--critical); }
p { margin: 8px 0; white-space: pre-line; } ul { margin: 4px 0; padding-left: 20px; } code, pre { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { background: var(--raised); border: 1px solid var(--edge); border-radius: 6px; padding: 8px 12px; margin: 6px 0; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font-size: 15px; } th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--edge); }
th { color: var(--soft); font-weight: 600; } td:nth-child(-n + 3) { max-width: 260px; overflow-wrap: break-word; }
@media (max-width: 620px) { thead { display: none; } tr { display: block; border-bottom: 1px solid var(--edge); padding: 6px 0; } td { display: inline-block; border: 0; padding: 0 10px 0 0; max-width: 100%; } td:last-child { display: block; } }
@media (max-height: 480px), (max-width: 620px) { header { position: static; } details { scroll-margin-top: 8px; } }
[hidden] { display: none !important; }
`;

/** Filters the tools by words and risk, and opens the one that the address names. */
export const pageScript: string = `
"use strict";
const tools = [...document.querySelectorAll("details")];
const search = document.querySelector("#search");
const risks = [...document.querySelectorAll("fieldset input")];
const count = document.querySelector("output");
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const shown = new Set(risks.filter((box) => box.checked).map((box) => box.value));
  let left = 0;
  for (const tool of tools) {
    const fits = shown.has(tool.dataset.risk) && words.every((word) => tool.dataset.search.includes(word));
    tool.hidden = !fits;
    if (fits) left++;
  }
  for (const section of document.querySelectorAll("section")) section.hidden = !section.querySelector("details:not([hidden])");
  count.textContent = left + " of " + tools.length + " tools";
}
function open() {
  const tool = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (tool instanceof HTMLDetailsElement) { tool.open = true; tool.scrollIntoView(); }
}
search.addEventListener("input", filter);
for (const box of risks) box.addEventListener("change", filter);
addEventListener("hashchange", open);
filter();
open();
`;
