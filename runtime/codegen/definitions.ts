import type { NoServices } from "../context/tool-services.js";
import type { ToolCatalog } from "../registry/generated-tools.js";
import { defineContract as define, type ContractDefinition } from "../tool/define-contract.js";
import type { NothingInjected, ToolContract } from "../tool/tool-contract.js";
import type { ResultSpec, RuleSpec, ToolIndexEntry, ToolSpec } from "../tool/tool-spec.js";

// These signatures keep compilation fast in projects with many tools: literals are checked once, without inference,
// and each argument by itself. The compiler compares all items of an array literal with each other.

/** A schema in generated code. The generator has checked it, so the compiler does not check its keywords. */
interface SchemaLiteral {
  readonly [keyword: string]: unknown;
}

/** The arguments of `defineContract` in generated code. */
interface GeneratedContract extends Omit<ContractDefinition, "inputSchema" | "result" | "rules"> {
  readonly inputSchema: SchemaLiteral;
  readonly result: Omit<ResultSpec, "dataSchema"> & { readonly dataSchema?: SchemaLiteral };
  readonly rules?: readonly (Omit<RuleSpec, "when"> & { readonly when: SchemaLiteral })[];
}

/** Makes the contract of a generated tool. */
export function defineContract<
  Input,
  Params,
  Data,
  Id extends string = string,
  Injected extends object = NothingInjected,
  Services extends object = NoServices,
>(definition: GeneratedContract): ToolContract<Input, Params, Data, Id, Injected, Services> {
  return define(definition as ContractDefinition<Id>);
}

/** Makes the catalogue of all tools from their contracts. */
export function catalogOf(...contracts: readonly { readonly spec: ToolSpec }[]): ToolCatalog {
  return { version: 1, tools: contracts.map(({ spec }) => spec) };
}

/** Makes the index of all tools. */
export function toolIndex<Id extends string>(
  ...entries: readonly ToolIndexEntry<Id>[]
): readonly ToolIndexEntry<Id>[] {
  return entries;
}
