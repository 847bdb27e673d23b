import { expect, it } from "vitest";
import { formatted, ImportedProject } from "./imported-project.js";

it("imports a schema as the parameters of a tool, with its definitions", async () => {
  const project = new ImportedProject({
    "order.schema.json": {
      $schema: "http://json-schema.org/draft-07/schema#",
      title: "Create order",
      description: "Create an order for a customer.",
      type: "object",
      properties: {
        items: { type: "array", items: { $ref: "#/definitions/item" }, description: "What is ordered." },
        address: { $ref: "#/definitions/address" },
      },
      required: ["items"],
      definitions: {
        item: { type: "object", properties: { sku: { type: "string" } } },
        address: { type: "string", description: "Where to send it." },
      },
    },
  });
  const { diagnostics } = await project.import({ kind: "json-schema", location: "order.schema.json" });
  expect(diagnostics).toEqual([]);
  expect(project.manifest("create-order")).toMatchObject({
    description: "Create an order for a customer.\n",
    schema: {
      properties: {
        items: { type: "array", items: { $ref: "#/definitions/item" }, description: "What is ordered." },
        address: { $ref: "#/definitions/address" },
      },
      required: ["items"],
      definitions: {
        item: { type: "object", properties: { sku: { type: "string" } } },
        address: { type: "string", description: "Where to send it." },
      },
    },
  });
});

it.each([
  ["__proto__", "id", "name"],
  ["gone", "gone", "id", "name"],
])("drops only the invalid names of `required`: %j", async (...required) => {
  const properties = { id: { type: "string" }, name: { type: "string" } };
  const project = new ImportedProject({ "a.json": { title: "a", type: "object", properties, required } });
  const { diagnostics } = await project.import({ kind: "json-schema", location: "a.json" });
  expect(project.manifest("a")).toMatchObject({ schema: { required: ["id", "name"] } });
  for (const message of formatted(diagnostics)) expect(message).not.toMatch(/"(?:id|name)"/);
});

it("names a schema without a title after its file", async () => {
  const project = new ImportedProject({
    "resize-image.schema.yaml": "type: object\nproperties: { width: { type: integer } }\n",
  });
  await project.import({ kind: "json-schema", location: "resize-image.schema.yaml" });
  expect(project.manifest("resize-image")).toMatchObject({
    risk: "medium",
    schema: { properties: { width: { type: "integer" } } },
  });
});

it("skips schemas that are not objects, and reports them", async () => {
  const project = new ImportedProject({
    "names.json": { title: "names", type: "array", items: { type: "string" } },
  });
  const { tools, diagnostics } = await project.import({ kind: "json-schema", location: "names.json" });
  expect(tools.map(({ status }) => status)).toEqual(["left out"]);
  expect(formatted(diagnostics)).toEqual([
    expect.stringMatching(
      /^1:1 TK8002 The tool was left out: The schema of the parameters has `type: array`/,
    ),
  ]);
});

it("keeps recursive schemas", async () => {
  const tree = { type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } };
  const project = new ImportedProject({ "tree.json": tree });
  await project.import({ kind: "json-schema", location: "tree.json" });
  expect(project.manifest("tree")["schema"]).toEqual({
    properties: { children: { type: "array", items: { $ref: "#" } } },
  });
});
