// Reports the bundle size of @toolkiln/runtime and the lines of source against their budget. Never fails.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** Maximum lines of source, without tests, benchmarks, documentation, examples and generated code. */
const budget = { core: 32_000, total: 48_000 };
const core = ["runtime", "generator", "packages/project", "packages/cli", "tools"];
const excluded = /(^|\/)(test|bench|docs|generated|examples|dist)\//;
const root = fileURLToPath(new URL("..", import.meta.url));

const bundle = await rolldown({
  input: `${root}runtime/index.ts`,
  platform: "neutral",
  resolve: { extensionAlias: { ".js": [".ts", ".js"] }, conditionNames: ["@toolkiln/source", "import"] },
});
const { output } = await bundle.generate({ format: "esm", minify: true });
await bundle.close();
console.log("minified gzipped");
for (const { fileName, code } of output)
  console.log(
    `${String(code.length).padStart(8)} ${String(gzipSync(code, { level: 9 }).length).padStart(7)}  ${fileName}`,
  );

const packages = countLines();
const sum = (names) => names.reduce((total, name) => total + (packages.get(name) ?? 0), 0);
console.log("\n   lines");
for (const [name, lines] of [...packages].toSorted(([, a], [, b]) => b - a)) print(lines, name);
print(sum(core), `core: ${core.join(", ")}`, budget.core);
print(sum([...packages.keys()]), "total", budget.total);

/** Lines of source of each package. */
function countLines() {
  const lines = new Map();
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.js", "*.css"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.split("\n")) {
    // Git lists deleted files until the deletion is committed.
    if (file === "" || excluded.test(file) || !existsSync(join(root, file))) continue;
    const packageName = /^(packages\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? "other files";
    const length = readFileSync(join(root, file), "utf8").split("\n").length - 1;
    lines.set(packageName, (lines.get(packageName) ?? 0) + length);
  }
  return lines;
}

function print(lines, text, limit) {
  const number = (value) => value.toLocaleString("en-US");
  const comparison = () =>
    ` (${number(Math.abs(limit - lines))} ${lines > limit ? "over" : "under"} the budget of ${number(limit)})`;
  console.log(`${number(lines).padStart(8)}  ${text}${limit === undefined ? "" : comparison()}`);
}
