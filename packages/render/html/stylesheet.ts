/** Tables with more columns cannot be sorted. */
export const maxSortedColumns = 12;
const lastOrder = 1_000_000_000;

const light = `color-scheme: light;
  --tk-back: #ffffff; --tk-raised: #f6f7f9; --tk-edge: #d9dde3; --tk-text: #1c2128; --tk-soft: #57606a;
  --tk-accent: #0b5cad; --tk-good: #14652f; --tk-bad: #b3202c; --tk-warn: #7d4e00; --tk-warn-back: #fff6dc;
  --tk-added: #e3f6e8; --tk-removed: #fdebec;
  --tk-keyword: #8a2a8f; --tk-string: #14652f; --tk-number: #8a4600; --tk-title: #0b5cad; --tk-type: #0a6470;`;

const dark = `color-scheme: dark;
  --tk-back: #14181d; --tk-raised: #1d232a; --tk-edge: #353d47; --tk-text: #e4e8ed; --tk-soft: #a0abb7;
  --tk-accent: #7ab8ff; --tk-good: #6fd98b; --tk-bad: #ff8f8f; --tk-warn: #f0c266; --tk-warn-back: #33291239;
  --tk-added: #14301d; --tk-removed: #3a1a1e;
  --tk-keyword: #dd9bf0; --tk-string: #8fd9a0; --tk-number: #f0b070; --tk-title: #7ab8ff; --tk-type: #70d0d8;`;

const base = `
.tk-result, .tk-page { ${light} }
@media (prefers-color-scheme: dark) { .tk-result, .tk-page { ${dark} } }
.tk-result, .tk-result * { box-sizing: border-box; }
.tk-result { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: var(--tk-text);
  background: var(--tk-back); border: 1px solid var(--tk-edge); border-radius: 10px; padding: 16px 18px; margin: 0 0 16px;
  overflow-wrap: anywhere; contain: content; }
.tk-result > * + * { margin-top: 12px; }
.tk-result p { margin: 0 0 8px; }
.tk-result a { color: var(--tk-accent); text-underline-offset: 2px; }
.tk-result :focus-visible { outline: 2px solid var(--tk-accent); outline-offset: 2px; }
.tk-head { display: flex; gap: 10px; align-items: baseline; }
.tk-head .tk-mark { flex: none; font-weight: 700; }
.tk-title { font-weight: 600; white-space: pre-wrap; }
.tk-is-success .tk-head .tk-mark { color: var(--tk-good); }
.tk-is-failure .tk-head .tk-mark, .tk-is-failure .tk-title { color: var(--tk-bad); }
.tk-detail { white-space: pre-wrap; }
.tk-detail, .tk-note, .tk-size, .tk-result figcaption { color: var(--tk-soft); }
.tk-result .tk-note { font-size: 13px; margin: 6px 0 0; }
.tk-size { font-size: 13px; }
.tk-badge { font-size: 12px; padding: 1px 8px; border-radius: 99px; border: 1px solid var(--tk-edge); color: var(--tk-soft); white-space: nowrap; }
.tk-hidden { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.85em;
  color: var(--tk-warn); background: var(--tk-warn-back); border: 1px dashed currentColor; border-radius: 3px; padding: 0 2px; unicode-bidi: isolate; }
.tk-text { white-space: pre-wrap; tab-size: 4; }
.tk-block { border: 1px solid var(--tk-edge); border-radius: 8px; overflow: hidden; }
.tk-block > .tk-note { padding: 6px 12px; margin: 0; border-top: 1px solid var(--tk-edge); background: var(--tk-raised); }
.tk-bar { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; padding: 7px 12px; background: var(--tk-raised); border-bottom: 1px solid var(--tk-edge); font-size: 13px; }
.tk-path { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; font-weight: 600; unicode-bidi: isolate; }
.tk-count { margin-inline-start: auto; font-variant-numeric: tabular-nums; font-weight: 600; }
.tk-plus { color: var(--tk-good); } .tk-minus { color: var(--tk-bad); }
.tk-result pre, .tk-result code, .tk-diff { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; }
.tk-code { margin: 0; padding: 10px 12px; overflow: auto; max-height: 75vh; line-height: 1.55; tab-size: 4; overflow-wrap: normal; direction: ltr; }
.tk-numbered { counter-reset: tk-line; }
.tk-numbered .tk-line::before { counter-increment: tk-line; content: counter(tk-line); display: inline-block; min-width: 3ch; margin-inline-end: 2ch; text-align: right; color: var(--tk-soft); user-select: none; }
.tk-c-keyword { color: var(--tk-keyword); } .tk-c-string, .tk-c-added { color: var(--tk-string); } .tk-c-number { color: var(--tk-number); }
.tk-c-comment { color: var(--tk-soft); font-style: italic; } .tk-c-title, .tk-c-attribute { color: var(--tk-title); }
.tk-c-type { color: var(--tk-type); } .tk-c-meta { color: var(--tk-soft); } .tk-c-removed { color: var(--tk-bad); }
.tk-scroll { overflow: auto; max-height: 75vh; }
.tk-diff { border-collapse: collapse; width: 100%; line-height: 1.5; direction: ltr; }
.tk-diff td { padding: 0 10px; vertical-align: top; }
.tk-diff .tk-change { white-space: pre-wrap; tab-size: 4; width: 100%; padding-inline-start: calc(10px + 2ch); text-indent: -2ch; }
.tk-diff .tk-number { color: var(--tk-soft); text-align: right; user-select: none; min-width: 4ch; white-space: nowrap; }
.tk-diff .tk-mark { display: inline-block; width: 2ch; text-indent: 0; user-select: none; }
.tk-added .tk-number, .tk-diff td.tk-added { background: var(--tk-added); } .tk-removed .tk-number, .tk-diff td.tk-removed { background: var(--tk-removed); }
.tk-gap td { color: var(--tk-soft); background: var(--tk-raised); text-align: center; }
.tk-table { border-collapse: collapse; min-width: 100%; font-size: 14px; }
.tk-table th, .tk-table td { padding: 7px 12px; text-align: start; vertical-align: baseline; overflow-wrap: break-word; max-width: 60ch; unicode-bidi: isolate; }
.tk-table th { font-weight: 600; white-space: nowrap; } .tk-table thead tr { background: var(--tk-raised); } .tk-table tbody tr { border-top: 1px solid var(--tk-edge); }
.tk-table .tk-right { text-align: right; font-variant-numeric: tabular-nums; } .tk-table .tk-center { text-align: center; }
.tk-grid { display: grid; } .tk-grid thead, .tk-grid tbody { display: contents; }
.tk-grid tr { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; align-items: baseline; } .tk-grid thead tr { order: -${lastOrder}; }
.tk-table.tk-grid th, .tk-table.tk-grid td { max-width: none; }
.tk-sort { display: inline-flex; flex-direction: column; vertical-align: middle; margin-inline-start: 2px; }
.tk-sort input { appearance: none; width: 16px; height: 12px; margin: 0; cursor: pointer; display: grid; place-content: center; color: var(--tk-soft); border-radius: 3px; }
.tk-sort input::before { content: ""; border: 4px solid transparent; opacity: 0.7; }
.tk-sort .tk-ascending::before { border-bottom-color: currentColor; border-top-width: 0; } .tk-sort .tk-descending::before { border-top-color: currentColor; border-bottom-width: 0; }
.tk-sort input:hover, .tk-sort input:checked { color: var(--tk-accent); } .tk-sort input:checked::before { opacity: 1; transform: scale(1.4); }
.tk-unsort { display: none; font-size: 13px; color: var(--tk-soft); padding: 6px 12px; border-top: 1px solid var(--tk-edge); } .tk-unsort input { accent-color: var(--tk-accent); vertical-align: -2px; }
.tk-block:has(.tk-sort input:checked) > .tk-unsort { display: block; }
.tk-v-number { color: var(--tk-number); } .tk-v-number, .tk-v-date { font-variant-numeric: tabular-nums; white-space: nowrap; } .tk-v-boolean { color: var(--tk-keyword); } .tk-v-path { color: var(--tk-type); }
.tk-v-null, .tk-v-other { color: var(--tk-soft); }
.tk-tree ul { list-style: none; margin: 0; padding: 0; } .tk-tree ul ul { margin-inline-start: 7px; padding-inline-start: 15px; border-inline-start: 1px solid var(--tk-edge); }
.tk-tree summary { cursor: pointer; padding: 2px 0; } .tk-tree summary::marker { color: var(--tk-soft); }
.tk-leaf { display: flex; gap: 12px; padding: 2px 0 2px 17px; } .tk-key { color: var(--tk-title); font-weight: 500; } .tk-leaf .tk-key { flex: none; max-width: 40%; min-width: calc(var(--tk-keys, 0) * 1ch); }
.tk-index { color: var(--tk-soft); min-width: 2ch; text-align: right; font-variant-numeric: tabular-nums; } .tk-value { white-space: pre-wrap; unicode-bidi: isolate; min-width: 0; }
.tk-image { margin: 0; } .tk-image img, .tk-markdown img { max-width: 100%; height: auto; border-radius: 6px; } .tk-result figcaption { margin-top: 6px; }
.tk-no-image { display: inline-block; padding: 8px 12px; border: 1px dashed var(--tk-edge); border-radius: 6px; color: var(--tk-soft); }
.tk-no-link { text-decoration: underline dotted; }
.tk-markdown > * { margin: 0 0 12px; } .tk-markdown > :last-child { margin-bottom: 0; }
.tk-markdown h3 { font-size: 21px; line-height: 1.25; } .tk-markdown h4 { font-size: 18px; } .tk-markdown h5, .tk-markdown h6 { font-size: 15px; }
.tk-markdown :not(pre) > code { background: var(--tk-raised); border: 1px solid var(--tk-edge); border-radius: 4px; padding: 0 4px; }
.tk-markdown blockquote { border-inline-start: 3px solid var(--tk-edge); padding-inline-start: 14px; color: var(--tk-soft); margin-inline: 0; } .tk-markdown blockquote p:last-child { margin: 0; }
.tk-markdown ul, .tk-markdown ol { padding-inline-start: 26px; } .tk-task-item { list-style: none; margin-inline-start: -22px; }
.tk-markdown hr { border: 0; border-top: 1px solid var(--tk-edge); } .tk-markdown > .tk-scroll { border: 1px solid var(--tk-edge); border-radius: 8px; width: fit-content; max-width: 100%; }
.tk-limited { max-height: calc(var(--tk-lines) * 1.5em + 2px); overflow: auto; }
.tk-collapsed > summary { cursor: pointer; color: var(--tk-soft); } .tk-collapsed[open] > summary { margin-bottom: 10px; }
.tk-foot { border-top: 1px solid var(--tk-edge); padding-top: 10px; font-size: 14px; display: grid; gap: 8px; }
.tk-foot ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 4px; }
.tk-artifact { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; } .tk-artifact .tk-badge { min-width: 9ch; text-align: center; }
.tk-warning { color: var(--tk-warn); background: var(--tk-warn-back); border-radius: 6px; padding: 6px 10px; }
.tk-next { display: flex; gap: 10px; } .tk-duration { color: var(--tk-soft); font-size: 13px; text-align: right; }
.tk-page { margin: 0; background: var(--tk-raised); color: var(--tk-text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.tk-page main { max-width: 1080px; margin: 0 auto; padding: 28px 20px 40px; } .tk-page h1 { font-size: 22px; line-height: 1.3; margin: 0 0 16px; overflow-wrap: anywhere; }
@media (max-width: 520px) { .tk-page main { padding: 12px 8px 24px; } .tk-result { padding: 12px; } }
@media print { .tk-scroll, .tk-code { max-height: none; } .tk-sort, .tk-block > .tk-unsort.tk-unsort { display: none; } }
`;

/** CSS for rendered results, light and dark; include it once per page. */
export const stylesheet: string = base + sortRules();

/** CSS can reorder grid rows, but not table rows. Empty cells sort last. */
function sortRules(): string {
  return Array.from({ length: maxSortedColumns }, (_, column) => {
    const rows = (order: string): string => `.tk-table:has(.tk-${order}-${column}:checked) tbody tr`;
    return `.tk-grid-${column + 1} { grid-template-columns: repeat(${column + 1}, auto); }
${rows("ascending")} { order: var(--tk-s${column}, ${lastOrder}); }
${rows("descending")} { order: calc(-1 * var(--tk-s${column}, -${lastOrder})); }`;
  }).join("\n");
}
