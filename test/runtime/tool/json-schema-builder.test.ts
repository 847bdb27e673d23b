import { JsonSchema, JsonSchemaBuilder } from "@toolkiln/runtime";
import { compileSchema } from "@toolkiln/runtime/validator";
import { describe, expect, it } from "vitest";

describe("the schema builder of the test plan", () => {
  it("Build_CreatesValidSchema", () => {
    const schema = JsonSchemaBuilder.create()
      .withDescription("Test schema")
      .addString("name", "The name", { required: true })
      .addInteger("count", "The count", { minimum: 0 })
      .addBoolean("enabled", "Whether enabled", { defaultValue: true })
      .build();
    expect(schema).toMatchObject({ type: "object", description: "Test schema", required: ["name"] });
    expect(Object.keys(schema.properties ?? {})).toEqual(["name", "count", "enabled"]);
    const input = { name: "x" };
    expect(compileSchema(schema)(input)).toBe(true);
    expect(input).toEqual({ name: "x", enabled: true });
  });

  it("AddEnum_CreatesEnumProperty", () => {
    const { properties } = JsonSchemaBuilder.create()
      .addEnum("status", "The status", ["active", "inactive"], { required: true })
      .build();
    expect(properties?.["status"]).toEqual({
      type: "string",
      description: "The status",
      enum: ["active", "inactive"],
    });
  });

  it("AddArray_CreatesArrayProperty", () => {
    const { properties } = JsonSchemaBuilder.create()
      .addStringArray("tags", "List of tags", { minItems: 1, maxItems: 10 })
      .build();
    expect(properties?.["tags"]).toMatchObject({ type: "array", items: { type: "string" }, minItems: 1 });
  });
});

describe("JsonSchemaBuilder", () => {
  it("writes `additionalProperties: false`, also in nested objects", () => {
    const schema = JsonSchemaBuilder.create()
      .addObject("range", "A range", (range) => range.addNumber("from", "Start", { required: true }))
      .build();
    expect(schema.additionalProperties).toBe(false);
    expect(schema.properties?.["range"]).toEqual({
      type: "object",
      description: "A range",
      properties: { from: { type: "number", description: "Start" } },
      required: ["from"],
      additionalProperties: false,
    });
    expect(JsonSchemaBuilder.create().allowAdditionalProperties().build().additionalProperties).toBe(true);
  });

  it("marks paths for the path policy", () => {
    const { properties } = JsonSchemaBuilder.create().addPath("path", "File", { mustExist: true }).build();
    expect(properties?.["path"]).toMatchObject({
      description: "File (must exist)",
      "x-path": { within: "workspace", exists: true },
    });
  });

  it("takes items of any schema", () => {
    const { properties } = JsonSchemaBuilder.create().addArray("ids", "Ids", { type: "integer" }).build();
    expect(properties?.["ids"]).toEqual({ type: "array", description: "Ids", items: { type: "integer" } });
  });
});

describe("JsonSchema", () => {
  const schema = JsonSchemaBuilder.create()
    .addString("a", "A", { required: true })
    .addString("b", "B")
    .build();

  it("distinguishes required from optional properties", () => {
    expect(JsonSchema.getProperty(schema, "a")).toMatchObject({ description: "A" });
    expect(JsonSchema.getProperty(schema, "toString")).toBeUndefined();
    expect(JsonSchema.isRequired(schema, "a")).toBe(true);
    expect(JsonSchema.getRequiredProperties(schema)).toEqual(["a"]);
    expect(JsonSchema.getOptionalProperties(schema)).toEqual(["b"]);
    expect(JSON.parse(JsonSchema.toJson(schema))).toEqual(schema);
    expect(JsonSchema.empty).toMatchObject({ type: "object", additionalProperties: false });
  });
});
