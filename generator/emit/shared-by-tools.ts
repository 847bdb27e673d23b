import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { isSchemaObject } from "../json-schema/schema-values.js";
import { compareTexts } from "../values/compare-texts.js";
import { nameShared, type SharedNames } from "../names/shared-names.js";
import type { SharedDefinition } from "../model/shared-definition.js";
import type { ToolModel } from "../model/tool-model.js";
import { callsShared } from "./validator/prepare-schema.js";
import { assertDefaults, assertValidators } from "./validator/validator-code.js";
import type { Validator } from "./validator/validator-module.js";

/** A shared definition with all input for its files. */
export interface EmittedDefinition {
  readonly names: SharedNames;
  readonly definition: SharedDefinition;
  /** The definition with those it references, and others of one tool that uses it. */
  readonly schema: JsonSchemaObject;
  /** All shared definitions of the tool that the schema comes from. */
  readonly others: readonly SharedDefinition[];
  readonly isReported: boolean;
  readonly isMatched: boolean;
  readonly isFilled: boolean;
}

/** The shared definitions sorted by name, with the parts that tools use. */
export function sharedByTools(models: readonly ToolModel[]): EmittedDefinition[] {
  const found = new Map<string, EmittedDefinition>();
  for (const { spec, shared = [] } of models) {
    const names = shared.map(nameShared);
    const roots = [spec.inputSchema, spec.result.dataSchema].filter((schema) => schema !== undefined);
    const conditions = (spec.rules ?? []).map(({ when }) => when);
    const usedBy = (schemas: readonly JsonSchemaObject[], { pointer }: SharedNames): boolean =>
      schemas.some((root) => localReference(root, pointer) !== undefined && callsShared(root));
    for (const [position, definition] of shared.entries()) {
      const own = names[position] ?? nameShared(definition);
      const root = [...roots, ...conditions].find((each) => localReference(each, own.pointer) !== undefined);
      if (root === undefined) continue;
      const known = found.get(own.file);
      found.set(own.file, {
        names: own,
        definition,
        schema: withDefinitions(localReference(root, own.pointer), root),
        others: shared,
        isReported: known?.isReported === true || usedBy(roots, own),
        isMatched: known?.isMatched === true || usedBy(conditions, own),
        isFilled: known?.isFilled === true || localReference(spec.inputSchema, own.pointer) !== undefined,
      });
    }
  }
  return [...found.values()].toSorted((a, b) => compareTexts(a.names.file, b.names.file));
}

function withDefinitions(schema: JsonSchema | undefined, { $defs }: JsonSchemaObject): JsonSchemaObject {
  if (isSchemaObject(schema)) return { ...schema, $defs };
  return schema === false ? { not: {} } : {};
}

/** Throws when the functions of a shared definition cannot be emitted. */
export function assertDefinition(shared: EmittedDefinition): void {
  const others = shared.others.map(nameShared);
  assertValidators(definitionValidators(shared), others);
  if (shared.isFilled) assertDefaults(shared.schema, others);
}

/** The validators of a shared definition. */
export function definitionValidators({
  names,
  schema,
  isReported,
  isMatched,
}: EmittedDefinition): Validator[] {
  const reported: Validator = { name: "reported", schema, kind: "short", pointer: names.pointer };
  return [
    ...(isReported ? [reported] : []),
    ...(isMatched ? [{ name: "matched", schema, kind: "condition" } as const] : []),
  ];
}
