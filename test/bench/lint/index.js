import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { median, printTable, quietDecile } from "../harness.js";
import { benchFolder, manifestOf } from "../thousand-tools.js";

const script = fileURLToPath(new URL("case.js", import.meta.url));
const sizes = [250, 1000, 4000];

const series = [
  { title: "plain manifests", name: "lint-plain", manifest: manifestOf },
  {
    title: "manifests with references, patterns, alternatives, examples, rules and a diagnostic",
    name: "lint-rich",
    manifest: richManifestOf,
  },
];

/** How the processor time of linting grows with the number of manifests; 4,000 take at most 4.6 times as much as 1,000. */
export async function lint({ rounds = 3 } = {}) {
  const all = [];
  for (const { title, name, manifest } of series) {
    const roots = sizes.map((size) => writeManifests(`${name}-${size}`, size, manifest));
    const measured = sizes.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const [position, size] of sizes.entries()) measured[position].push(run(roots[position], size));
    const rows = sizes.map((size, position) => {
      const times = measured[position].map(({ elapsed }) => elapsed);
      const memory = Math.max(...measured[position].map((result) => result.memory));
      const label = `${size.toLocaleString("en-US")} manifests`;
      return { name: label, unit: "ms", quiet: quietDecile(times), median: median(times), memory };
    });
    const thousand = rows[sizes.indexOf(1000)].quiet;
    for (const row of rows) row.ratio = row.quiet / thousand;
    printTable(`lint: ${title}`, rows);
    all.push(...rows.map((row) => ({ ...row, name: `${title}: ${row.name}` })));
  }
  return all;
}

function writeManifests(name, size, manifest) {
  const folder = benchFolder(name);
  mkdirSync(new URL("manifests/", folder));
  writeFileSync(new URL("shared.yaml", folder), "range: { type: array, items: { type: integer } }\n");
  for (let index = 0; index < size; index++) {
    const id = `tool-${index}`;
    writeFileSync(new URL(`manifests/${id}.tool.yaml`, folder), manifest(id));
  }
  return fileURLToPath(folder);
}

function richManifestOf(id) {
  return `${manifestOf(id).replace("  required:", `    ${richParameters(id)}\n  required:`)}executionSummary: "Read '{path}'"
rules:
  - when: { path: { pattern: "(^|/)\\\\.env" } }
    risk: high
  - when: { mode: { const: fast } }
    risk: low
examples:
  - { title: Read it, params: { path: "${id}.txt", range: [1, 2], code: "ab-${id.slice(5)}" } }
`;
}

/** Parameters that only a compiled validator can judge, and one without a description. */
function richParameters(id) {
  return `range: { $ref: "../shared.yaml#/range", default: [1, 2], description: Lines. }
    code: { type: string, pattern: "^[a-z]+-[0-9]+$", description: A code of ${id}. }
    mode: { anyOf: [{ const: fast }, { type: integer, minimum: 1 }], default: fast, description: A mode. }
    rest: { type: string }`;
}

function run(root, size) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root, String(size)], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
