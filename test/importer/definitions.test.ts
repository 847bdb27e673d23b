import { describe, expect, it } from "vitest";
import { formatted, ImportedProject } from "./imported-project.js";

const parameters = {
  type: "object",
  properties: { city: { type: "string", description: "The city." } },
  required: ["city"],
  additionalProperties: false,
};
const description = "Get the weather of a city.";

describe("definitions of a provider", () => {
  it.each([
    [
      "OpenAI's chat completions",
      { type: "function", function: { name: "get_weather", description, parameters } },
    ],
    ["OpenAI's responses", { type: "function", name: "get_weather", description, parameters }],
    ["Anthropic", { name: "get_weather", description, input_schema: parameters }],
    [
      "Gemini",
      { functionDeclarations: [{ name: "get_weather", description, parametersJsonSchema: parameters }] },
    ],
    ["Bedrock", { toolSpec: { name: "get_weather", description, inputSchema: { json: parameters } } }],
    ["MCP", { name: "get_weather", description, inputSchema: parameters }],
  ])("are recognized by their shape: %s", async (_, definition) => {
    const project = new ImportedProject({ "tools.json": { tools: [definition] } });
    await project.import({ kind: "definitions", location: "tools.json" });
    expect(project.manifest("get-weather")).toEqual({
      id: "get-weather",
      wireName: "get_weather",
      description: `${description}\n`,
      category: "custom",
      risk: "medium",
      schema: { properties: parameters.properties, required: ["city"] },
      result: "structured",
    });
  });

  it("keep their order and name their origin", async () => {
    const project = new ImportedProject({
      "tools.yaml":
        "- { name: zebra, description: The first of the tools., input_schema: {} }\n- { name: ant, description: The second of the tools., input_schema: {} }\n",
    });
    const { tools } = await project.import({ kind: "definitions", location: "tools.yaml" });
    expect(tools.map(({ id }) => id)).toEqual(["zebra", "ant"]);
    expect(project.text("manifests/ant.tool.yaml")).toContain(
      "# Imported from the Anthropic definition `ant` in tools.yaml.",
    );
    expect(project.text("tools/ant.ts")).toContain(`import { ant } from "../generated/tools/ant.js";`);
  });

  it("get risk and hints from MCP annotations, and the result from the output schema", async () => {
    const outputSchema = {
      type: "object",
      properties: { files: { type: "array", items: { type: "string" } } },
    };
    const tools = [
      {
        name: "read",
        description: "Reads one of the files.",
        inputSchema: {},
        outputSchema,
        annotations: { readOnlyHint: true },
      },
      {
        name: "wipe",
        description: "Removes all of the files.",
        inputSchema: {},
        annotations: { destructiveHint: true, idempotentHint: true },
      },
    ];
    const project = new ImportedProject({ "list.json": { result: { tools } } });
    await project.import({ kind: "definitions", location: "list.json" });
    expect(project.manifest("read")).toMatchObject({
      risk: "safe",
      result: { kind: "read.result", data: outputSchema },
    });
    expect(project.manifest("wipe")).toMatchObject({ risk: "high", hints: { idempotent: true } });
  });

  it("may have Gemini's upper-case types and nullable values", async () => {
    const schema = {
      type: "OBJECT",
      properties: {
        a: { type: "NUMBER", nullable: true },
        b: { type: "STRING", format: "enum", enum: ["x"] },
      },
    };
    const project = new ImportedProject({
      "tools.json": [{ name: "sum", description: "Adds some numbers together.", parameters: schema }],
    });
    await project.import({ kind: "definitions", location: "tools.json" });
    expect(project.manifest("sum")["schema"]).toEqual({
      properties: { a: { type: ["number", "null"] }, b: { type: "string", enum: ["x"] } },
    });
  });

  it("are imported without what lint rejects, which is reported at its location in the source", async () => {
    const schema = {
      type: "object",
      properties: {
        slow: { type: "string", pattern: "^(a+)+$", description: "Slow." },
        unit: { enum: ["c", "f"], default: "k", description: "The unit." },
      },
      required: ["slow", "missing"],
    };
    const project = new ImportedProject({
      "tools.json": [{ name: "odd", description, input_schema: schema, strict: true }],
    });
    const { diagnostics } = await project.import({ kind: "definitions", location: "tools.json" });
    expect(formatted(diagnostics)).toEqual([
      expect.stringMatching(/^5:21 TK8001 `required` names `missing`/),
      expect.stringMatching(/^8:17 TK8001 The pattern .* `pattern` was dropped\.$/),
      expect.stringMatching(/^13:17 TK8001 The default of `unit` .* `default` was dropped\.$/),
      expect.stringMatching(/^27:15 TK8001 `strict` of `odd`/),
    ]);
    expect(project.manifest("odd")["schema"]).toEqual({
      properties: {
        slow: { type: "string", description: "Slow." },
        unit: { enum: ["c", "f"], description: "The unit." },
      },
      required: ["slow"],
    });
  });

  it("are skipped when they cannot be repaired, and the others are imported", async () => {
    const project = new ImportedProject({
      "tools.json": [
        { name: "text", description, input_schema: { type: "string" } },
        { name: "good", description, input_schema: parameters },
      ],
    });
    const { tools, diagnostics } = await project.import({ kind: "definitions", location: "tools.json" });
    expect(tools.map(({ status }) => status)).toEqual(["left out", "new"]);
    expect(formatted(diagnostics)).toEqual([
      expect.stringMatching(
        /^2:3 TK8002 The tool was left out: The schema of the parameters has `type: string`/,
      ),
    ]);
    expect(project.has("manifests/text.tool.yaml")).toBe(false);
  });

  it("are reported when another tool has their wire name", async () => {
    const tool = { description, input_schema: parameters };
    const project = new ImportedProject({
      "tools.json": [
        { ...tool, name: "get_it" },
        { ...tool, name: "Get.It" },
      ],
    });
    const { diagnostics } = await project.import({ kind: "definitions", location: "tools.json" });
    expect(formatted(diagnostics)).toEqual([
      expect.stringContaining("`Get.It` is the wire name of another tool; models see `get-it-2`."),
    ]);
  });

  it("never overwrite files: a second import writes only new tools", async () => {
    const first = { name: "first", description, input_schema: parameters };
    const project = new ImportedProject({ "tools.json": [first] });
    await project.import({ kind: "definitions", location: "tools.json" });
    project.write("tools/first.ts", "// mine\n");
    project.write("tools.json", [first, { ...first, name: "second" }]);
    const { tools, files, diagnostics } = await project.import({
      kind: "definitions",
      location: "tools.json",
    });
    expect(tools.map(({ status }) => status)).toEqual(["exists", "new"]);
    expect(files.map(({ path }) => path)).toEqual(["manifests/second.tool.yaml", "tools/second.ts"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["TK8003"]);
    expect(project.text("tools/first.ts")).toBe("// mine\n");
  });
});
