import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { printTable } from "../harness.js";

const script = fileURLToPath(new URL("case.js", import.meta.url));

const series = [
  { title: "one call in a registry of N tools", name: "registry", sizes: [10, 100, 1000, 10_000] },
  {
    title: "one call of N at once, 4 running at a time",
    name: "concurrency",
    sizes: [1, 10, 100, 1000, 10_000],
  },
  {
    title: "a result of N bytes for the model",
    name: "result",
    sizes: [1000, 100_000, 1_000_000, 50_000_000],
  },
];

/** How the runtime's costs grow with the number of tools, with concurrency and with the size of results. */
export async function scale() {
  const all = [];
  for (const { title, name, sizes } of series) {
    const rows = sizes.map((size) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, name, String(size)], {
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(stderr);
      const { elapsed, memory } = JSON.parse(stdout);
      return { name: `${size}`, unit: "µs", quiet: elapsed * 1000, median: elapsed * 1000, memory };
    });
    for (const row of rows) row.ratio = row.quiet / rows[0].quiet;
    printTable(`scale: ${title}`, rows);
    all.push(...rows.map((row) => ({ ...row, name: `${title}: ${row.name}` })));
  }
  return all;
}
