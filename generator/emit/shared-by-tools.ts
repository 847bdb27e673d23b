import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { isSchemaObject } from "../json-schema/schema-values.js";
import { compareTexts } from "../values/compare-texts.js";
import type { SharedDefinition, ToolModel } from "../model/tool-model.js";
import { callsShared } from "./validator/prepare-schema.js";
import { assertDefaults, assertValidators, type Validator } from "./validator/validator-code.js";

export interface EmittedDefinition {
  readonly definition: SharedDefinition;
  /** The definition's schema, with all `$defs` of the tool schema that it was found in. */
  readonly schema: JsonSchemaObject;
  /** All shared definitions of the tool that the schema comes from. */
  readonly allShared: readonly SharedDefinition[];
  readonly needsValidator: boolean;
  readonly needsMatcher: boolean;
  readonly needsDefaults: boolean;
}

/** The shared definitions that tools use, sorted by file; the flags select the code that each one needs. */
export function sharedByTools(models: readonly ToolModel[]): EmittedDefinition[] {
  const found = new Map<string, EmittedDefinition>();
  for (const { spec, shared = [] } of models) {
    const roots = [spec.inputSchema, spec.result.dataSchema].filter((schema) => schema !== undefined);
    const conditions = (spec.rules ?? []).map(({ when }) => when);
    for (const definition of shared) {
      const { file, pointer } = definition;
      const isIn = (root: JsonSchemaObject): boolean => localReference(root, pointer) !== undefined;
      const isCalledBy = (root: JsonSchemaObject): boolean => isIn(root) && callsShared(root);
      const root = [...roots, ...conditions].find(isIn);
      if (root === undefined) continue;
      const known = found.get(file);
      found.set(file, {
        definition,
        schema: withDefinitions(localReference(root, pointer), root),
        allShared: shared,
        needsValidator: known?.needsValidator === true || roots.some(isCalledBy),
        needsMatcher: known?.needsMatcher === true || conditions.some(isCalledBy),
        needsDefaults: known?.needsDefaults === true || isIn(spec.inputSchema),
      });
    }
  }
  return [...found.values()].toSorted((a, b) => compareTexts(a.definition.file, b.definition.file));
}

function withDefinitions(schema: JsonSchema | undefined, { $defs }: JsonSchemaObject): JsonSchemaObject {
  if (isSchemaObject(schema)) return { ...schema, $defs };
  return schema === false ? { not: {} } : {};
}

export function assertDefinition(shared: EmittedDefinition): void {
  assertValidators(definitionValidators(shared), shared.allShared);
  if (shared.needsDefaults) assertDefaults(shared.schema, shared.allShared);
}

export function definitionValidators(shared: EmittedDefinition): Validator[] {
  const { definition, schema, needsValidator, needsMatcher } = shared;
  const reported: Validator = { name: "reported", schema, kind: "short", pointer: definition.pointer };
  return [
    ...(needsValidator ? [reported] : []),
    ...(needsMatcher ? [{ name: "matched", schema, kind: "condition" } as const] : []),
  ];
}
