import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isSchemaObject } from "../json-schema/schema-values.js";
import type { SharedDefinition } from "../model/tool-model.js";
import type { ImportCollector } from "./imports.js";
import { ConstantName } from "./literal.js";

/** Tracks the shared definitions that one file uses, and imports their types, schemas and functions. */
export class SharedImports {
  readonly definitions: readonly SharedDefinition[];
  readonly #moduleOf: (file: string) => string;
  readonly #types = new Map<string, SharedDefinition>();

  /** `folder` is the path to the shared definition files. */
  constructor(definitions: readonly SharedDefinition[] = [], folder: string, suffix: string) {
    this.definitions = definitions;
    this.#moduleOf = (file) => `${folder}/${file}${suffix}`;
  }

  get typeNames(): string[] {
    return this.definitions.flatMap(({ type, filledType }) => [type, filledType]);
  }

  /** The type name for a reference; undefined when it is not to a shared definition. */
  typeOf(pointer: string, filled: boolean): string | undefined {
    const names = this.definitions.find((definition) => definition.pointer === pointer);
    if (names === undefined) return undefined;
    const type = filled ? names.filledType : names.type;
    this.#types.set(type, names);
    return type;
  }

  /** Imports the types that were used, except those that the file declares itself. */
  importTypes(imports: ImportCollector, declared: readonly string[] = []): void {
    for (const [type, names] of this.#types)
      if (!declared.includes(type)) imports.type(this.#moduleOf(names.file), type);
  }

  /** Imports the shared functions among some names; returns the others. */
  importFunctions(imports: ImportCollector, functions: readonly string[]): string[] {
    return functions.filter((name) => {
      const isOwn = ({ validate, match, fill }: SharedDefinition) => [validate, match, fill].includes(name);
      const owner = this.definitions.find(isOwn);
      if (owner !== undefined) imports.value(this.#moduleOf(`${owner.file}.validator`), name);
      return owner === undefined;
    });
  }

  /** Replaces copies of shared definitions in a schema by imported constants. */
  schema(schema: JsonSchemaObject, imports: ImportCollector): JsonSchemaObject {
    const { $defs } = schema;
    if (!isSchemaObject($defs) || this.definitions.length === 0) return schema;
    const names = new Map(this.definitions.map((each) => [each.pointer, each]));
    const entries = Object.entries($defs).map(([name, definition]) => {
      const shared = names.get(`#/$defs/${name}`);
      if (shared === undefined) return [name, definition] as const;
      return [name, new ConstantName(imports.value(this.#moduleOf(shared.file), shared.schema))] as const;
    });
    return { ...schema, $defs: Object.fromEntries(entries) };
  }
}
