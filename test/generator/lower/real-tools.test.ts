import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { defaultConfig } from "../../../generator/config.js";
import { fixManifests } from "../../../generator/fix-manifests.js";
import { memoryHost } from "../../../generator/host.js";
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

async function count(tools: readonly RealTool[]): Promise<{ unchanged: number; fixed: number }> {
  let [unchanged, fixed] = [0, 0];
  for (const tool of tools) {
    const host = memoryHost(projectOf(tool));
    const { models, diagnostics } = await analyze(host, defaultConfig);
    if (models.length === 1 && diagnostics.every(({ severity }) => severity !== "error")) unchanged++;
    const result = await fixManifests(host, defaultConfig);
    if (result.models.length === 1 && result.diagnostics.every(({ severity }) => severity !== "error"))
      fixed++;
  }
  return { unchanged, fixed };
}

describe("real-world tools", () => {
  it("are mostly lowered without fixes, and nearly all after fixes", async () => {
    const tools = toolDefinitions("real-tools");
    const { unchanged, fixed } = await count(tools);
    expect(unchanged).toBeGreaterThanOrEqual(Math.floor(tools.length * 0.9));
    expect(fixed).toBeGreaterThanOrEqual(Math.floor(tools.length * 0.995));
  });

  it("are mostly lowered with and without fixes, even if they are difficult", async () => {
    const tools = toolDefinitions("hard-tools");
    const { unchanged, fixed } = await count(tools);
    expect(unchanged).toBeGreaterThanOrEqual(Math.floor(tools.length * 0.9));
    expect(fixed).toBeGreaterThanOrEqual(Math.floor(tools.length * 0.95));
  });
});

const schemas = largeSchemas();

describe.runIf(schemas.length > 0)("the large schema", () => {
  it.each(schemas)("%s is lowered, or rejected with a location", async (name, inputSchema) => {
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
