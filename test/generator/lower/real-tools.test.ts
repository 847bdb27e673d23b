import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { defaultConfig } from "../../../generator/config.js";
import { fixManifests } from "../../../generator/fix-manifests.js";
import { memoryHost } from "../../../generator/memory-host.js";
import { analyze } from "../../../generator/analyze.js";
import { largeSchemas, toolDefinitions, type RealTool } from "../../support/shared-cases.js";

function projectOf({ name, description, inputSchema, outputSchema }: RealTool): Map<string, string> {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["tool"];
  const id = words
    .join("-")
    .replace(/^(?=\d)/, "t")
    .slice(0, 64);
  const manifest = {
    id,
    wireName: name,
    description: description ?? "A tool without description.",
    category: "custom",
    risk: "low",
    schema: inputSchema,
    result: outputSchema === undefined ? "structured" : { kind: "corpus.data", data: outputSchema },
  };
  return new Map([[`manifests/${id}.tool.yaml`, stringify(manifest, { aliasDuplicateObjects: false })]]);
}

async function count(tools: readonly RealTool[]): Promise<{ asTheyAre: number; mended: number }> {
  let [asTheyAre, mended] = [0, 0];
  for (const tool of tools) {
    const host = memoryHost(projectOf(tool));
    const { models, diagnostics } = await analyze(host, defaultConfig);
    if (models.length === 1 && diagnostics.every(({ severity }) => severity !== "error")) asTheyAre++;
    const fixed = await fixManifests(host, defaultConfig);
    if (fixed.models.length === 1 && fixed.diagnostics.every(({ severity }) => severity !== "error"))
      mended++;
  }
  return { asTheyAre, mended };
}

describe("of tools that others wrote", () => {
  it("most lower as they are, nearly all when they are fixed", async () => {
    const tools = toolDefinitions("real-tools");
    const { asTheyAre, mended } = await count(tools);
    expect(asTheyAre).toBeGreaterThanOrEqual(Math.floor(tools.length * 0.9));
    expect(mended).toBeGreaterThanOrEqual(Math.floor(tools.length * 0.995));
  });

  it("most of the hard ones lower too; as they are, all but those with a wrong default", async () => {
    const tools = toolDefinitions("hard-tools");
    const { asTheyAre, mended } = await count(tools);
    expect(asTheyAre).toBeGreaterThanOrEqual(Math.floor(tools.length * 0.9));
    expect(mended).toBeGreaterThanOrEqual(Math.floor(tools.length * 0.95));
  });
});

const schemas = largeSchemas();

describe.runIf(schemas.length > 0)("the large schema", () => {
  it.each(schemas)("%s lowers, or is refused with a place", async (name, inputSchema) => {
    const files = projectOf({
      name: `schema-${name}`,
      description: "A large schema of the collection.",
      inputSchema,
    });
    const { models, diagnostics } = await analyze(memoryHost(files), defaultConfig);
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(models.length === 0).toBe(errors.length > 0);
    for (const { range } of errors) expect(range.start.line).toBeGreaterThan(1);
  });
});
