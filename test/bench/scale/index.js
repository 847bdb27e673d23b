import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, printTable, quietDecile } from "../harness.js";

const script = fileURLToPath(new URL("case.js", import.meta.url));

const series = [
  { title: "one call in a registry of N tools", name: "registry", sizes: [10, 100, 1000, 10_000] },
  {
    title: "one call of N at once, 4 running at a time",
    name: "concurrency",
    sizes: [1, 10, 100, 1000, 10_000],
  },
  {
    title: "a result of N bytes, serialised, cut, enveloped and shown",
    name: "result",
    sizes: [1000, 100_000, 1_000_000, 50_000_000],
  },
];

/** How the runtime's costs grow with the number of tools, with concurrency and with the size of results. */
export async function scale({ rounds = 7 } = {}) {
  const all = [];
  for (const { title, name, sizes } of series) {
    const measured = sizes.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [position, size] of sizes.entries()) measured[position].push(run(name, size));
    }
    const rows = sizes.map((size, position) => {
      const times = measured[position].map(({ elapsed }) => elapsed * 1000);
      const memory = Math.max(...measured[position].map((result) => result.memory));
      return {
        name: size.toLocaleString("en-US"),
        unit: "µs",
        quiet: quietDecile(times),
        median: median(times),
        memory,
      };
    });
    for (const row of rows) row.ratio = row.quiet / rows[0].quiet;
    printTable(`scale: ${title}`, rows);
    all.push(...rows.map((row) => ({ ...row, name: `${title}: ${row.name}` })));
  }
  return all;
}

function run(name, size) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, name, String(size)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
