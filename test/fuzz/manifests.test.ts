import {
  check,
  defaultConfig,
  fixManifests,
  generate,
  memoryHost,
  type Diagnostic,
} from "@toolkiln/generator";
import { ts } from "ts-morph";
import { expect, it } from "vitest";
import { formatManifest } from "../../generator/format/format-manifest.js";
import { Random } from "../generator/support/random.js";
import { forLong, fuzz } from "./support/fuzz.js";
import { randomManifest } from "./support/random-manifest.js";

/** A project with one manifest, in a file named after its id. */
function projectOf(text: string): Map<string, string> {
  const [, id = "do-it"] = /^"?id"?: *"?([a-z][a-z0-9-]*)"?$/m.exec(text) ?? [];
  return new Map([[`manifests/${id}.tool.yaml`, text]]);
}

/** Text in a message that comes from a value of an unexpected type. */
const unseen = /\[object [A-Z]|\bundefined\b|\bNaN\b/;

function manifestWith(more: object): string {
  const base = {
    id: "do-it",
    description: "Does one thing.",
    category: "custom",
    risk: "safe",
    result: "text",
  };
  return JSON.stringify({ ...base, ...more });
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function badMessage(diagnostics: readonly Diagnostic[], text: string): string | undefined {
  const bad = diagnostics.find(({ message, help = "" }) => unseen.test(`${message} ${help}`));
  return bad === undefined || unseen.test(text)
    ? undefined
    : `a message of ${bad.code} holds an unseen value`;
}

/** The error of the first generated file that does not parse as TypeScript. */
function unparsable(files: ReadonlyMap<string, string>): string | undefined {
  for (const [path, text] of files) {
    if (!path.startsWith("generated/") || !path.endsWith(".ts")) continue;
    const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, fileName: path });
    if (diagnostics.length > 0) return `generated code does not parse: ${diagnostics[0]?.code}`;
  }
  return undefined;
}

it("generates valid and invalid manifests", async () => {
  const seeds = Array.from({ length: 60 }, (_, index) => index + 1);
  let tools = 0;
  for (const seed of seeds) {
    const files = projectOf(randomManifest(new Random(seed)));
    await generate({ host: memoryHost(files), config: {} });
    if (files.size > 1) tools++;
  }
  expect(tools).toBeGreaterThan(seeds.length / 5);
  expect(tools).toBeLessThan((seeds.length * 4) / 5);
});

it("reports errors in a manifest, or generates code that parses and is up to date", forLong, async () => {
  const findings = await fuzz({
    name: "manifests",
    inputs: 250,
    generate: randomManifest,
    found: [
      // Objects among the values of an `enum` appeared as `[object Object]` in messages.
      manifestWith({ schema: { properties: { a: { enum: [null, {}], default: 1 } } } }),
      // A category that cannot be converted to text ended lint with an error.
      manifestWith({ category: { toString: null } }),
      // So did such a `$schema`, because referenced schemas are bundled.
      manifestWith({ schema: { $schema: { toString: null }, properties: { a: { $ref: "#/$defs/b" } } } }),
      // A comment before an empty key moved each time the manifest was formatted.
      "tags:\n  - a\n# comment\n: x",
      // Formatting ended with an error for an undefined alias, and mixed line endings changed each time.
      "name: *nothing",
      "result: text\r\n# one\n# two\n",
      // A comment after an empty value was indented by the second formatting.
      "dependentRequired:\nresult: text\n# end\n",
    ],
    async check(text) {
      const files = projectOf(text);
      const host = memoryHost(files);
      const { diagnostics } = await generate({ host, config: {} });
      const bad = badMessage(diagnostics, text);
      if (bad !== undefined) return bad;
      const formatted = formatManifest(text);
      if (formatted !== undefined && formatManifest(formatted) !== formatted)
        return "formatting twice differs from formatting once";
      if (diagnostics.some(isError)) {
        if (files.size > 1) return "writes files although there is an error";
        await fixManifests(host, defaultConfig);
        return undefined;
      }
      if (files.size === 1) return "writes nothing and reports no error";
      const again = await check({ host, config: {} });
      const stale = again.diagnostics.find((one) => isError(one) && one.code !== "TK6006");
      return stale === undefined ? unparsable(files) : `check reports ${stale.code} after generate`;
    },
  });
  expect(findings).toEqual([]);
});
