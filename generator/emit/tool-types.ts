import type { InjectedParameter, JsonSchemaObject } from "@toolkiln/runtime";
import type { ToolModel } from "../model/tool-model.js";
import type { Statement } from "./statement.js";
import { describeConstraints } from "./types/constraints.js";
import { objectOf, unknownType, type PlainSchema } from "./types/plain-schema.js";
import { SchemaTypes } from "./types/schema-types.js";
import { TypeNames } from "./types/type-names.js";

/** Declares the types of a tool: what is sent, what the body receives, what it returns, and what these refer to. */
export function toolTypes({ names, spec, paramsSchema }: ToolModel): Statement[] {
  const taken = new Set([names.input, names.params, names.data, names.injected, names.base]);
  const prefix = names.input.replace(/Input$/, "");
  const parameters = new TypeNames(prefix, taken);
  const declare = (schema: JsonSchemaObject, name: string, doc: string, filled: boolean): PlainSchema => {
    const type = new SchemaTypes(schema, name, parameters).rootType(filled);
    const constraints = describeConstraints(schema);
    const docs = [doc, ...(constraints ? [constraints] : [])];
    statements.push({ kind: "type", name, docs, type }, ...parameters.take());
    return type;
  };
  const statements: Statement[] = [];
  declare(spec.inputSchema, names.input, "What a caller sends.", false);
  const received = "What the tool receives: the input with its defaults filled in.";
  const params = declare(paramsSchema, names.params, received, true);
  if (spec.inject !== undefined) statements.push(injected(names.injected, spec.inject, params));
  const { dataSchema } = spec.result;
  if (dataSchema !== undefined) {
    const data = new TypeNames(`${prefix}Data`, taken);
    const type = new SchemaTypes(dataSchema, names.data, data).rootType(false);
    const docs = ["What the tool returns."];
    statements.push({ kind: "type", name: names.data, docs, type }, ...data.take());
  }
  return statements;
}

/** What the application supplies, by the keys it supplies it under. */
function injected(name: string, inject: readonly InjectedParameter[], params: PlainSchema): Statement {
  const all = "properties" in params ? new Map(Object.entries(params.properties)) : undefined;
  const properties = inject.map(({ parameter, key }) => [key, all?.get(parameter) ?? unknownType] as const);
  const required = inject.filter(({ optional = false }) => !optional).map(({ key }) => key);
  const type = objectOf(Object.fromEntries(properties), required);
  return { kind: "type", name, docs: ["What the application supplies."], type };
}
