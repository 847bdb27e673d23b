/** The style of the page, light and dark. */
export const pageStyle: string = `
:root { color-scheme: light dark; --back: #fff; --raised: #f5f6f8; --edge: #d5dae0; --text: #1c2128; --soft: #57606a; --accent: #0b5cad;
  --safe: #14652f; --low: #0a6470; --medium: #7d4e00; --high: #a3371f; --critical: #b3202c; }
@media (prefers-color-scheme: dark) { :root { --back: #14181d; --raised: #1d232a; --edge: #3a434e; --text: #e4e8ed; --soft: #a0abb7; --accent: #7ab8ff;
  --safe: #6fd98b; --low: #70d0d8; --medium: #f0c266; --high: #ff9f7a; --critical: #ff8f8f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, .filters, main { padding: 0 max(16px, 50vw - 480px); }
h1 { font-size: 24px; margin: 20px 0 4px; } h2 { font-size: 18px; margin: 28px 0 8px; } h3 { display: inline; font-size: 16px; margin: 0; }
h4 { font-size: 15px; margin: 20px 0 6px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 12px; } nav a { min-height: 24px; } a { color: var(--accent); } small { color: var(--soft); font-size: 14px; }
.filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding-block: 10px; background: var(--raised); border-block: 1px solid var(--edge); }
.filters fieldset { display: flex; flex-wrap: wrap; gap: 6px; border: 0; margin: 0; padding: 0; min-width: 0; } legend { position: absolute; opacity: 0; pointer-events: none; }
.filters label { display: inline-flex; gap: 5px; align-items: center; min-height: 30px; padding: 0 10px 0 7px; border: 1px solid var(--edge); border-radius: 99px; background: var(--back); font-size: 14px; cursor: pointer; }
.filters label:not(:has(:checked)) { color: var(--soft); background: none; } input[type="checkbox"] { margin: 0; accent-color: var(--accent); }
input[type="search"] { font: inherit; flex: 1 1 240px; min-width: 0; padding: 6px 12px; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: 8px; }
::placeholder { color: var(--soft); opacity: 1; } output { color: var(--soft); font-size: 14px; min-width: 122px; text-align: right; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main { padding-bottom: 64px; } section, details { scroll-margin-top: 68px; }
details { border: 1px solid var(--edge); border-radius: 8px; margin: 0 0 8px; content-visibility: auto; contain-intrinsic-size: auto 66px; }
summary { cursor: pointer; padding: 10px 14px; border-radius: 8px; } summary:hover { background: var(--raised); }
details[open] > summary { border-bottom: 1px solid var(--edge); border-radius: 8px 8px 0 0; } details[open] .line { display: none; }
.page { padding: 4px 14px 14px; } .line { display: block; color: var(--soft); font-size: 14px; }
.risk { font-size: 13px; border: 1px solid currentColor; border-radius: 99px; padding: 0 8px; margin-left: 8px; }
.safe { color: var(--safe); } .low { color: var(--low); } .medium { color: var(--medium); } .high { color: var(--high); } .critical { color: var(--critical); }
p { margin: 8px 0; } ul { margin: 4px 0; padding-left: 20px; } code, pre { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
:not(pre) > code { background: var(--raised); border-radius: 4px; padding: 1px 4px; } td > code:only-child { background: none; padding: 0; }
pre { background: var(--raised); border: 1px solid var(--edge); border-radius: 6px; padding: 8px 12px; margin: 6px 0; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font-size: 15px; } th, td { text-align: left; vertical-align: top; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--edge); }
th { overflow-wrap: normal; color: var(--soft); font-weight: 600; font-size: 14px; } td { overflow-wrap: break-word; max-width: 260px; } td:nth-child(4) { max-width: none; width: 60%; overflow-wrap: anywhere; }
@media (max-width: 620px) {
  thead { display: none; } tr { display: block; border-bottom: 1px solid var(--edge); padding: 8px 0; } td { display: inline; border: 0; padding: 0 10px 0 0; overflow-wrap: anywhere; } td:nth-child(4) { display: block; width: auto; }
  td:first-child { font-weight: 600; } td:nth-child(2), td:nth-child(3) { color: var(--soft); }
  input[type="search"] { flex-basis: 180px; } output { min-width: 0; } fieldset { order: 1; } section, details { scroll-margin-top: 108px; }
  .filters label { padding: 0 9px; } .filters label:not(:has(:checked)) { text-decoration: line-through; } .filters label:focus-within { outline: 2px solid var(--accent); } .filters label input { appearance: none; width: 0; margin-right: -5px; }
}
@media (max-height: 480px) { .filters { position: static; } section, details { scroll-margin-top: 8px; } }
[hidden] { display: none !important; }
`;

/** Filters the tools by words and risk, best matches first, and opens the tool in the URL's hash. */
export const pageScript: string = `
"use strict";
const main = document.querySelector("main");
const sections = [...document.querySelectorAll("section")].map((element) => ({ element, tools: [...element.querySelectorAll("details")] }));
const search = document.querySelector("#search");
const risks = [...document.querySelectorAll("fieldset input")];
const count = document.querySelector("output");
const nothing = document.querySelector("#nothing");
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const shown = new Set(risks.filter((box) => box.checked).map((box) => box.value));
  const rank = (tool) => {
    if (!shown.has(tool.dataset.risk) || !words.every((word) => tool.dataset.search.includes(word))) return 2;
    return words.every((word) => tool.id.includes(word)) ? 0 : 1;
  };
  let [left, all] = [0, 0];
  const ranked = sections.map(({ element, tools }) => {
    const order = tools.map((tool) => ({ tool, rank: rank(tool) })).sort((a, b) => a.rank - b.rank);
    for (const { tool, rank } of order) tool.hidden = rank === 2;
    left += order.filter(({ rank }) => rank !== 2).length;
    all += order.length;
    element.append(...order.map(({ tool }) => tool));
    element.hidden = order[0].rank === 2;
    return { element, rank: order[0].rank };
  });
  main.prepend(...ranked.sort((a, b) => a.rank - b.rank).map(({ element }) => element));
  count.textContent = left + " of " + all + " tools";
  nothing.hidden = left > 0;
}
function open() {
  const tool = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (tool instanceof HTMLDetailsElement) { tool.open = true; tool.scrollIntoView(); }
}
search.addEventListener("input", filter);
for (const box of risks) box.addEventListener("change", filter);
addEventListener("hashchange", open);
document.addEventListener("toggle", ({ target }) => { if (target.open) history.replaceState(null, "", "#" + target.id); }, true);
filter();
open();
`;
