// What the main entry of @toolkiln/runtime weighs, module by module: npm run size
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { minifySync } from "rolldown/experimental";

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

function format(size, gzipped, name) {
  return `${String(size).padStart(8)} ${String(gzipped).padStart(7)}  ${name}`;
}
