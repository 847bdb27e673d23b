import { riskLevels, toolCategories } from "@toolkiln/runtime";

const text = { type: "string", minLength: 1 };
const texts = { type: "array", items: text };
const schemaObject = { type: "object" };

/** The JSON Schema of a manifest. Categories that the configuration declares are added to the enum. */
export const manifestSchema: Readonly<Record<string, unknown>> = {
  type: "object",
  additionalProperties: false,
  required: ["id", "description", "category", "risk", "result"],
  properties: {
    toolkiln: { const: 1 },
    id: { type: "string", pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", maxLength: 64 },
    wireName: { type: "string", pattern: "^[a-zA-Z_][a-zA-Z0-9_-]*$", maxLength: 64 },
    name: text,
    description: text,
    category: { enum: [...toolCategories] },
    risk: { enum: [...riskLevels] },
    tags: texts,
    requires: texts,
    executionSummary: text,
    timeout: {
      anyOf: [
        { type: "string", pattern: "^[1-9][0-9]*(ms|s|m|h)$" },
        { type: "integer", minimum: 1 },
      ],
    },
    schema: schemaObject,
    rules: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          when: { type: "object", additionalProperties: schemaObject },
          whenSchema: schemaObject,
          risk: { enum: [...riskLevels] },
          warn: {
            type: "object",
            additionalProperties: false,
            required: ["code", "message"],
            properties: { code: text, parameter: text, message: text },
          },
        },
      },
    },
    concurrency: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["key", "mode"],
        properties: { key: text, mode: { enum: ["shared", "exclusive"] } },
      },
    },
    result: {
      anyOf: [
        text,
        {
          type: "object",
          additionalProperties: false,
          required: ["kind"],
          properties: {
            kind: text,
            data: schemaObject,
            maxDataLength: { type: "integer", minimum: 1 },
            mimeType: text,
            display: schemaObject,
          },
        },
      ],
    },
    examples: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["title", "params"],
        properties: { title: text, params: { type: "object" } },
      },
    },
    tests: { type: "array", items: { type: "object", required: ["title", "params"] } },
    hints: {
      type: "object",
      additionalProperties: false,
      properties: {
        idempotent: { type: "boolean" },
        openWorld: { type: "boolean" },
        readOnly: { type: "boolean" },
        destructive: { type: "boolean" },
      },
    },
    targets: { type: "object", additionalProperties: { type: "object" } },
    renamedFrom: texts,
    deprecated: text,
    envelope: { type: "object" },
  },
};
