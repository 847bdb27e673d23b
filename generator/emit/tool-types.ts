import type { InjectedParameter, JsonSchemaObject } from "@toolkiln/runtime";
import type { ToolModel } from "../model/tool-model.js";
import type { Statement } from "./statement.js";
import { SchemaTypes } from "./types/schema-types.js";
import { declarationOf, TypeNames } from "./types/type-names.js";
import { keyword, type PropertyType, type TypeNode } from "./types/type-node.js";
import { describeConstraints } from "./types/constraints.js";

/** Declares the types of a tool: what is sent, what the body receives, what it returns, and what these refer to. */
export function toolTypes({ names, spec, paramsSchema }: ToolModel): Statement[] {
  const taken = new Set([names.input, names.params, names.data, names.injected, names.base]);
  const prefix = names.input.replace(/Input$/, "");
  const parameters = new TypeNames(prefix, taken);
  const declare = (schema: JsonSchemaObject, name: string, doc: string, filled: boolean): TypeNode => {
    const type = new SchemaTypes(schema, name, parameters).rootType(filled);
    const constraints = describeConstraints(schema);
    statements.push(declarationOf(name, [doc, ...(constraints ? [constraints] : [])], type));
    statements.push(...parameters.take());
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
    statements.push(declarationOf(names.data, ["What the tool returns."], type), ...data.take());
  }
  return statements;
}

/** What the application supplies, by the keys it supplies it under. */
function injected(name: string, inject: readonly InjectedParameter[], params: TypeNode): Statement {
  const all = params.kind === "object" ? params.properties : [];
  const properties = inject.map(({ parameter, key, optional = false }): PropertyType => {
    const { type = keyword("unknown"), docs = [] } =
      all.find((property) => property.name === parameter) ?? {};
    return { name: key, type, optional, docs };
  });
  return declarationOf(name, ["What the application supplies."], { kind: "object", properties });
}
