import { analyze, defaultConfig, fixManifests, memoryHost } from "@toolkiln/generator";
import { expect, it } from "vitest";
import { schemaDefinition } from "../../../generator/lint/schema-definition.js";
import { Random } from "../support/random.js";

/** Manifests that are looked at; `MANIFEST_RUNS=100000` is the long version. */
const runs = Number(process.env["MANIFEST_RUNS"] ?? 1500);

const keywords = [...Object.keys(schemaDefinition.properties), "$id", "id", "minlen"];
const odd: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  true,
  false,
  "",
  "text",
  "#",
  "__proto__",
  [],
  [null],
  ["a"],
  [[]],
  [{}],
  {},
  { a: null },
  { a: 1 },
  { a: {} },
  { a: [] },
  { $ref: 1 },
  { $ref: "#" },
  { type: null },
  { properties: 1 },
  { allOf: [null] },
  { constructor: 1 },
  { toString: null },
  [{ required: 1 }],
];
const likely: Readonly<Record<string, readonly unknown[]>> = {
  type: ["string", "object", "integer", ["string", "null"]],
  required: [["a"], ["a", "b"], true],
  pattern: ["^a", "(", "^(a+)+$", "\\d"],
  "x-inject": ["key"],
  "x-path": [{ within: "workspace" }],
  $ref: ["#", "#/$defs/a", "#/properties/a", "other.yaml#/a", "http://x"],
};

/** A schema of keywords that hold what they may, or anything else. */
function randomSchema(random: Random, depth = 0): unknown {
  if (random.chance(0.15)) return random.pick(odd);
  const entries = Array.from({ length: 1 + random.integer(0, 3) }, () => {
    const keyword = random.pick(keywords);
    return [keyword, randomOperand(random, keyword, depth)] as const;
  });
  return Object.fromEntries(entries);
}

function randomOperand(random: Random, keyword: string, depth: number): unknown {
  if (depth > 3 || random.chance(0.35)) return random.pick(odd);
  const inner = () => randomSchema(random, depth + 1);
  if (/roperties$|efs$|definitions|dependen/.test(keyword))
    return { [random.pick(["a", "b", "constructor"])]: inner() };
  if (/Of$|prefixItems/.test(keyword)) return [inner(), inner()];
  if (/tems$|^not$|^if$|^then$|^else$|^contains$|Names$/.test(keyword)) return inner();
  return random.pick(likely[keyword] ?? odd);
}

function randomManifest(random: Random): string {
  const root = randomSchema(random);
  return JSON.stringify({
    id: "do-it",
    description: "Does one thing, and does it well enough.",
    category: "custom",
    risk: "safe",
    result: random.chance(0.5) ? "text" : { kind: "own.kind", data: randomSchema(random) },
    schema: {
      properties: { a: randomSchema(random, 1), b: randomSchema(random, 1) },
      ...(typeof root === "object" && random.chance(0.5) ? root : {}),
    },
    examples: [{ title: "One", params: random.pick([{ a: 1 }, { a: "x", b: {} }, {}]) }],
    rules: [{ when: { a: randomSchema(random, 2) }, risk: "low" }],
    ...(random.chance(0.3) && {
      [random.pick(["tags", "rules", "tests", "schema", "result"])]: random.pick(odd),
    }),
  });
}

it("tells what is wrong with any manifest, or makes a tool of it", async () => {
  const random = new Random(7);
  const wrong: unknown[] = [];
  for (let run = 0; run < runs; run++) {
    const text = randomManifest(random);
    const host = memoryHost(new Map([["manifests/do-it.tool.yaml", text]]));
    try {
      const { models, diagnostics } = await analyze(host, defaultConfig);
      const isTold = diagnostics.some(({ severity }) => severity === "error");
      if (models.length === 0 && !isTold) wrong.push(text);
      if (random.chance(0.1)) await fixManifests(host, defaultConfig);
    } catch (error) {
      wrong.push([text, error]);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);
