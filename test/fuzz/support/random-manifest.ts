import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { schemaDefinition } from "../../../generator/schema/schemas.js";
import type { Random } from "../../generator/support/random.js";
import { repositoryRoot } from "../../support/repository.js";
import { toolCorpus } from "../../support/tool-corpus.js";
import { RandomSchemas } from "./random-schema.js";

/** Manifests of this repository, including its invalid examples. */
const written = ["manifests", ...golden()].flatMap((folder) => {
  const names = readdirSync(join(repositoryRoot, folder)).filter((name) => name.endsWith(".tool.yaml"));
  return names.map((name) => readFileSync(join(repositoryRoot, folder, name), "utf8"));
});

function golden(): string[] {
  const cases = readdirSync(join(repositoryRoot, "test/golden"), { recursive: true, withFileTypes: true });
  const folders = cases.filter((entry) => entry.isDirectory() && entry.name === "manifests");
  return folders.map(({ parentPath }) =>
    join("test/golden", parentPath.split(/test\/golden\//)[1] ?? "", "manifests"),
  );
}

const keywords = [...Object.keys(schemaDefinition.properties), "$id", "id", "minlen"];
const oddScalars: readonly unknown[] = [null, 0, -1, 1.5, 1e308, true, false];
const oddTexts = ["", "text", "#", "__proto__", "{a}", "@internal", "*/", "${1}", "\u2028", "\u0000"].concat([
  "\uD800",
  "`",
  "</script>",
  "2026-01-01",
  "0x1F",
  "1e999",
  "~",
  "-",
]);
const oddLists: readonly unknown[] = [[], [null], ["a"], [[]], [{}], [{ required: 1 }]];
const oddMappings: readonly object[] = [{}, { a: null }, { a: 1 }, { a: {} }, { a: [] }, { "": 1 }];
const oddSchemas: readonly object[] = [{ $ref: 1 }, { $ref: "#" }, { type: null }, { properties: 1 }];
const oddNames: readonly object[] = [{ constructor: 1 }, { toString: null }, { "a b": { type: "string" } }];
const odd: readonly unknown[] = [oddScalars, oddTexts, oddLists, oddMappings, oddSchemas, oddNames].flat();
const likely: Readonly<Record<string, readonly unknown[]>> = {
  type: ["string", "object", "integer", ["string", "null"]],
  required: [["a"], ["a", "b"], true],
  pattern: ["^a", "(", "^(a+)+$", "\\d"],
  format: ["date", "email", "uri", "uuid", "no-format"],
  default: [1, "a", [], {}],
  enum: [
    [1, 2],
    ["a", "b"],
    [null, {}],
  ],
  "x-inject": ["key"],
  "x-path": [{ within: "workspace" }],
  "x-sensitive": [true],
  $ref: ["#", "#/$defs/a", "#/properties/a", "other.yaml#/a", "http://x"],
};

/** Texts that could end a comment, a literal, a template or a line of generated code. */
const hostileTexts = [
  "*/",
  "@internal\n@deprecated x",
  "`${process.exit()}`",
  "\\",
  '"',
  "'",
  "\u2028",
  "\r\n",
  "//# x",
].concat([
  "</script>",
  "\\u0041",
  "{a}",
  "constructor",
  "__proto",
  "ünï",
  "日本",
  "1st",
  "a-b",
  "class",
  "😀",
  "\t",
]);

/** The text of a manifest: the repository's own with damage, a valid one with hostile texts, or random values. */
export function randomManifest(random: Random): string {
  const kind = random.next();
  if (kind < 0.35) return damaged(random.pick(written), random, 4);
  const manifest = kind < 0.75 ? validManifest(random) : composedManifest(random);
  const text = JSON.stringify(manifest);
  return random.chance(0.1) ? damaged(text, random, 1) : text;
}

/** A manifest that is likely to be valid, with hostile texts. */
function validManifest(random: Random): object {
  const [definition] = toolCorpus(random.integer(1, 1_000_000), 1, { emphasis: random.pick([1, 40]) });
  const schemas = new RandomSchemas(random);
  const text = () => `Something of use. ${random.pick(hostileTexts)}\n${random.pick(hostileTexts)} and more`;
  const { properties = {} } = definition?.inputSchema ?? {};
  const extra = { [random.pick(hostileTexts)]: { type: "string", description: text() } };
  return {
    id: "do-it",
    name: text().split("\n")[0],
    description: text(),
    category: random.pick(["custom", "network", "git"]),
    risk: random.pick(["safe", "low", "critical"]),
    tags: [random.pick(hostileTexts)],
    result: random.chance(0.5) ? "structured" : { kind: "own.kind", data: schemas.schema() },
    schema: {
      ...definition?.inputSchema,
      ...(random.chance(0.5) && { properties: { ...properties, ...extra } }),
      ...(random.chance(0.3) && { properties: { any: schemas.schema(), ...extra }, required: ["any"] }),
    },
    ...(random.chance(0.3) && { deprecated: text() }),
    ...(random.chance(0.3) && { executionSummary: random.pick(hostileTexts) }),
    ...(random.chance(0.2) && { rules: [{ whenSchema: schemas.schema(), risk: "critical" }] }),
  };
}

/** A schema whose keywords have valid or arbitrary values. */
function randomSchema(random: Random, depth = 0): unknown {
  if (random.chance(0.15)) return pickAny(random, odd);
  const entries = Array.from({ length: 1 + random.integer(0, 3) }, () => {
    const keyword = random.pick(keywords);
    return [keyword, randomOperand(random, keyword, depth)] as const;
  });
  return Object.fromEntries(entries);
}

function randomOperand(random: Random, keyword: string, depth: number): unknown {
  const choices = likely[keyword] ?? odd;
  if (depth > 3 || random.chance(0.35)) return pickAny(random, random.chance(0.5) ? choices : odd);
  const inner = () => randomSchema(random, depth + 1);
  if (/roperties$|efs$|definitions|dependen/.test(keyword))
    return { [random.pick(["a", "b", "constructor"])]: inner() };
  if (/Of$|prefixItems/.test(keyword)) return [inner(), inner()];
  if (/tems$|^not$|^if$|^then$|^else$|^contains$|Names$/.test(keyword)) return inner();
  return pickAny(random, choices);
}

const manifestKeys = ["id", "name", "wireName", "description", "category", "risk", "tags", "requires", "uses"]
  .concat(["executionSummary", "timeout", "schema", "rules", "concurrency", "result", "examples", "tests"])
  .concat(["hints", "targets", "renamedFrom", "deprecated", "envelope", "toolkiln", "descripton"]);

function composedManifest(random: Random): object {
  const root = randomSchema(random);
  return {
    id: "do-it",
    description: random.pick([
      "Does one thing, and does it well enough.",
      "@internal */ `${x}`\n@deprecated no",
    ]),
    category: "custom",
    risk: "safe",
    result: random.chance(0.5) ? "text" : { kind: "own.kind", data: randomSchema(random) },
    schema: {
      properties: { a: randomSchema(random, 1), b: randomSchema(random, 1) },
      ...(typeof root === "object" && random.chance(0.5) ? root : {}),
    },
    examples: [{ title: "One", params: random.pick([{ a: 1 }, { a: "x", b: {} }, {}]) }],
    rules: [{ when: { a: randomSchema(random, 2) }, risk: "low" }],
    ...(random.chance(0.4) && { [random.pick(manifestKeys)]: pickAny(random, odd) }),
    ...(random.chance(0.2) && { [random.pick(manifestKeys)]: randomSchema(random, 2) }),
  };
}

/** The text with lines moved, doubled, dropped and indented, and with words replaced. */
function damaged(text: string, random: Random, most: number): string {
  const lines = text.split("\n");
  for (let count = random.integer(1, most); count > 0; count--) {
    const at = random.integer(0, lines.length - 1);
    const line = lines[at] ?? "";
    const replacements = [
      [],
      [line, line],
      [` ${line}`],
      [line.trimStart()],
      [line.slice(0, random.integer(0, line.length)), line],
      [line.replace(/:.*/, () => `: ${JSON.stringify(pickAny(random, odd))}`)],
      [line.replace(/[\w-]+/, () => random.pick([...keywords, ...manifestKeys]))],
      [
        line +
          random.pick(["#", ": x", " &a", " *a", " !!str", "\t", "\r", "|", ">", "'", '"', "{", "]", ","]),
      ],
      [line, random.pick(written).split("\n")[at] ?? ""],
    ];
    lines.splice(at, 1, ...random.pick(replacements));
  }
  return lines.join("\n");
}

function pickAny(random: Random, items: readonly unknown[]): unknown {
  return items[random.integer(0, items.length - 1)];
}
