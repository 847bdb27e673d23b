// What the project weighs: what the main entry of @toolkiln/runtime takes, module by module, and lines of source against
// their budget. It reports and never fails.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/experimental";
import { budget, countLines } from "./count-lines.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const bundle = await rolldown({
  input: `${root}runtime/index.ts`,
  platform: "neutral",
  resolve: { extensionAlias: { ".js": [".ts", ".js"] }, conditionNames: ["@toolkiln/source", "import"] },
});
const plain = await bundle.generate({ format: "esm" });
const minified = await bundle.generate({ format: "esm", minify: true });
await bundle.close();

// A module alone keeps the names that others use, so these numbers compare modules and do not add up to the whole.
const modules = plain.output.flatMap((chunk) =>
  Object.entries(chunk.modules ?? {}).map(([path, { code }]) => {
    const options = { module: false, compress: { target: "es2022" }, mangle: true };
    return [relative(root, path), minifySync("module.js", code ?? "", options).code];
  }),
);
const files = minified.output.map(({ fileName, code }) => [fileName, code]);
for (const table of [modules, files]) {
  const rows = table.map(([name, code]) => [code.length, gzipSync(code, { level: 9 }).length, name]);
  console.log("minified gzipped");
  for (const row of rows.toSorted((a, b) => b[0] - a[0])) console.log(format(...row));
}

const { packages, core, total } = countLines(root);
console.log("\n   lines");
for (const [name, lines] of [...packages].toSorted(([, a], [, b]) => b - a)) console.log(row(lines, name));
console.log(
  row(
    core,
    `core: runtime, generator, packages/project, packages/cli, tools (${against(core, budget.core)})`,
  ),
);
console.log(row(total, `total (${against(total, budget.total)})`));

function row(lines, text) {
  return `${lines.toLocaleString("en-US").padStart(8)}  ${text}`;
}

function against(lines, most) {
  const difference = Math.abs(most - lines).toLocaleString("en-US");
  return `${difference} ${lines > most ? "over" : "under"} the budget of ${most.toLocaleString("en-US")}`;
}

function format(size, gzipped, name) {
  return `${String(size).padStart(8)} ${String(gzipped).padStart(7)}  ${name}`;
}
