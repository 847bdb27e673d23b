const bar = { height: 18, gap: 10 };
const widths = { letter: 7.4, bars: 380, value: 120 };
const top = 34;

const style = `text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-weight: 600 }
.quiet { fill: #59636e; font-size: 11px }
.bar { fill: #9aa7b4 }
.ours { fill: #c2410c }
line { stroke: #d1d9e0 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .quiet { fill: #9198a1 }
  .bar { fill: #59636e }
  .ours { fill: #fb923c }
  line { stroke: #3d444d }
}`;

/** Draws a table as bars on a logarithmic scale, which shows a floor and what takes a hundred times as long alike. */
export function chartOf({ title, rows }) {
  const values = rows.map(({ quiet }) => quiet);
  const lowest = 10 ** (Math.floor(Math.log10(Math.min(...values)) * 2) / 2 - 0.5);
  const highest = 10 ** (Math.ceil(Math.log10(Math.max(...values)) * 10) / 10);
  const x = (value) => (Math.log(value / lowest) / Math.log(highest / lowest)) * widths.bars;
  const left = Math.max(200, ...rows.map(({ name }) => name.length * widths.letter + 10));
  const height = top + rows.length * (bar.height + bar.gap) + 28;
  const width = Math.ceil(left + widths.bars + widths.value);
  const unit = rows[0]?.unit ?? "";
  const grid = decadesBetween(lowest, highest).map((value) => {
    const at = (left + x(value)).toFixed(1);
    return `<line x1="${at}" x2="${at}" y1="${top - 6}" y2="${height - 24}"/>
<text class="quiet" x="${at}" y="${height - 8}" text-anchor="middle">${shown(value)} ${unit}</text>`;
  });
  const bars = rows.map(({ name, quiet, ratio }, index) => {
    const y = top + index * (bar.height + bar.gap);
    const length = x(quiet).toFixed(1);
    return `<text x="${(left - 10).toFixed(1)}" y="${y + 13}" text-anchor="end">${escape(name)}</text>
<rect class="${name.startsWith("toolkiln") ? "ours" : "bar"}" x="${left.toFixed(1)}" y="${y}" width="${length}" height="${bar.height}" rx="2"/>
<text class="quiet" x="${(left + Number(length) + 6).toFixed(1)}" y="${y + 13}">${shown(quiet)} ${unit}, ${ratio.toFixed(2)} ×</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(title)}</title>
<style>${style}</style>
<text class="title" x="0" y="16">${escape(title)}</text>
<text class="quiet" x="0" y="${height - 8}">logarithmic scale</text>
${[...grid, ...bars].join("\n")}
</svg>
`;
}

function decadesBetween(lowest, highest) {
  const decades = [];
  for (let power = Math.ceil(Math.log10(lowest)); 10 ** power <= highest; power++) decades.push(10 ** power);
  return decades;
}

function shown(value) {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(2)));
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
