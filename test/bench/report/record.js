import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { chartOf } from "./chart.js";
import { cellsOf, header } from "./tables.js";

const folder = new URL("../results/", import.meta.url);
const page = new URL("tables.md", folder);
const results = new URL("results.json", folder);

/** Puts the tables of a benchmark into the JSON file, the charts and the page of what was measured. */
export function record(benchmark, tables) {
  mkdirSync(folder, { recursive: true });
  const known = JSON.parse(readFileSync(results, "utf8"));
  const machine = { node: process.version, cores: cpus().length, processor: cpus()[0]?.model ?? "unknown" };
  known[benchmark] = { machine, tables };
  writeFileSync(results, `${JSON.stringify(sortedByName(known), undefined, 2)}\n`);
  const texts = tables.map((table) => {
    const image = `${fileNameOf(table.title)}.svg`;
    writeFileSync(new URL(image, folder), chartOf(table));
    return `![${table.title}](${image})\n\n${markdownOf(table)}`;
  });
  writeFileSync(page, replaceSection(readFileSync(page, "utf8"), benchmark, texts.join("\n\n")));
}

function sortedByName(entries) {
  return Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function fileNameOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

function markdownOf({ rows }) {
  const columns = header
    .map((title, column) => [title, column])
    .filter(([, column]) => rows.some((row) => cellsOf(row)[column] !== ""));
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(([title]) => title)),
    line(columns.map(([, column]) => (column === 0 ? "---" : "--:"))),
    ...rows.map((row) => line(columns.map(([, column]) => cellsOf(row)[column]))),
  ].join("\n");
}

/** Replaces what stands between the two comments that name the benchmark. */
function replaceSection(text, benchmark, section) {
  const [start, end] = [`<!-- ${benchmark} -->`, `<!-- /${benchmark} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`tables.md has no place for ${benchmark}: ${start}`);
  return `${text.slice(0, from + start.length)}\n\n${section}\n\n${text.slice(to)}`;
}
