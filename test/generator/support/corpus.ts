import type { JsonSchemaObject } from "@toolkiln/runtime";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formatsModule from "ajv-formats";
import { nameTool } from "../../../generator/names/tool-names.js";
import type { ToolModel } from "../../../generator/model/tool-model.js";
import { largeSchemas, toolDefinitions } from "../../support/shared-cases.js";
import { loweredSchema } from "./lowered-schema.js";

/** A third-party tool definition. */
export interface CorpusTool {
  readonly id: string;
  readonly description: string;
  readonly schema: JsonSchemaObject;
}

/** All tools and schemas of the corpus, with unique ids. */
export function readCorpus(): CorpusTool[] {
  const definitions = [...toolDefinitions("real-tools"), ...toolDefinitions("hard-tools")];
  const tools = definitions.map(({ name, description = name, inputSchema }, position) => {
    return { id: toId(name, position), description, schema: rooted(inputSchema) };
  });
  const schemas = largeSchemas().map(([file, schema]) => ({
    id: `schema-${file.replace(/\.json$/, "").replaceAll(/[^a-z0-9]+/g, "-")}`,
    description: file,
    schema: rooted(schema),
  }));
  return [...tools, ...schemas];
}

/** The model of a third-party tool, as lowering would create it. */
export function toModel({ id, description, schema: written }: CorpusTool): ToolModel {
  const schema = loweredSchema(written);
  if (typeof schema === "boolean") throw new Error(`The schema of ${id} is no object.`);
  const file = `manifests/${id}.tool.yaml`;
  return {
    spec: {
      id,
      wireName: id,
      name: id,
      description,
      category: "custom",
      risk: "safe",
      kind: "structured",
      inputSchema: schema,
      result: {},
    },
    names: nameTool(id),
    paramsSchema: schema,
    origin: { file, places: {} },
  };
}

/** A plain Ajv validator of the schema. */
export function directAjv(schema: JsonSchemaObject): (value: unknown) => boolean {
  const isOld = /draft-0[4-7]/.test(String(schema["$schema"]));
  const ajv = new (isOld ? Ajv : Ajv2020)({
    strict: false,
    logger: false,
    validateSchema: false,
    useDefaults: true,
  });
  formatsModule.default(ajv);
  const { $id: _id, ...anonymous } = schema;
  const validate = ajv.compile(anonymous);
  return (value) => validate(structuredClone(value));
}

/** Makes the root an object, and removes defaults of the wrong type, which other tests cover. */
function rooted(schema: JsonSchemaObject): JsonSchemaObject {
  return { ...(withoutWrongDefaults(schema) as JsonSchemaObject), type: "object" };
}

const typeChecker = new Ajv2020({ strict: false, logger: false, validateSchema: false });

function withoutWrongDefaults(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutWrongDefaults);
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutWrongDefaults(value)]),
  );
  const { type } = copy;
  const isTyped = [type].flat().every((name) => typeof name === "string");
  if ("default" in copy && isTyped && !typeChecker.validate({ type }, copy["default"]))
    delete copy["default"];
  return copy;
}

function toId(name: string, position: number): string {
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  return `t${position}-${words.join("-")}`;
}
