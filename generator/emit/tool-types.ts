import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { InjectedParameter } from "@toolkiln/runtime/vocabulary";
import type { ToolModel } from "../model/tool-model.js";
import type { SharedImports } from "./shared-imports.js";
import type { Statement } from "./statement.js";
import { describeConstraints } from "./types/describe-schema.js";
import { objectOf, ownMembers, unknownType, type PlainSchema } from "./types/plain-schema.js";
import { SchemaTypes } from "./types/schema-types.js";
import { TypeNames } from "./types/type-names.js";

/** Declares the types of a tool: input, parameters, result, and the types they refer to. */
export function toolTypes({ names, spec, paramsSchema }: ToolModel, shared: SharedImports): Statement[] {
  const taken = new Set([names.input, names.params, names.data, names.injected, names.base]);
  for (const name of shared.typeNames) taken.add(name);
  const prefix = names.input.replace(/Input$/, "");
  const parameters = new TypeNames(prefix, taken);
  const declare = (
    schema: JsonSchemaObject,
    name: string,
    doc: string,
    filled: boolean,
    base?: PlainSchema,
  ): PlainSchema => {
    const type = new SchemaTypes(schema, name, parameters, shared).rootType(filled);
    const constraints = describeConstraints(schema);
    const docs = [doc, ...(constraints ? [constraints] : [])];
    const own = base && ownMembers(type, base);
    const declared = own ? { docs: [doc], type: own, extends: names.input } : { docs, type };
    statements.push({ kind: "type", name, ...declared }, ...parameters.takeStatements());
    return type;
  };
  const statements: Statement[] = [];
  const input = declare(spec.inputSchema, names.input, "What a caller sends.", false);
  const received = "What the tool receives: the input with its defaults filled in.";
  const params = declare(paramsSchema, names.params, received, true, input);
  if (spec.inject !== undefined) statements.push(injected(names.injected, spec.inject, params));
  const { dataSchema } = spec.result;
  if (dataSchema !== undefined) {
    const data = new TypeNames(`${prefix}Data`, taken);
    const type = new SchemaTypes(dataSchema, names.data, data, shared).rootType(false);
    const docs = ["What the tool returns."];
    statements.push({ kind: "type", name: names.data, docs, type }, ...data.takeStatements());
  }
  return statements;
}

/** The injected parameters, by injection key. */
function injected(name: string, inject: readonly InjectedParameter[], params: PlainSchema): Statement {
  const all = "properties" in params ? new Map(Object.entries(params.properties)) : undefined;
  const properties = inject.map(({ parameter, key }) => [key, all?.get(parameter) ?? unknownType] as const);
  const required = inject.filter(({ optional = false }) => !optional).map(({ key }) => key);
  const type = objectOf(Object.fromEntries(properties), required);
  return { kind: "type", name, docs: ["What the application supplies."], type };
}
