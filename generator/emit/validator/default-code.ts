import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../../json-schema/local-reference.js";
import { isSchemaObject } from "../../json-schema/schema-values.js";
import type { SharedDefinition } from "../../model/tool-model.js";
import { inlineLiteral, memberOf, stringLiteral } from "../literal.js";
import { assertFewDefaults, fillableParts, fillsDefaults, type FillableParts } from "./fills-defaults.js";

/** Code that fills in defaults, and its entry function; undefined when there are no defaults. */
export interface DefaultCode {
  readonly code: string;
  readonly entry: string;
  /** The functions of shared definitions that it calls. */
  readonly called: readonly string[];
}

/**
 * Writes functions that fill in the defaults of a schema.
 *
 * Ajv can do this, but also finds inherited properties: a parameter called `constructor` would get no default.
 */
export function defaultCode(
  root: JsonSchemaObject,
  shared: readonly SharedDefinition[] = [],
): DefaultCode | undefined {
  if (!fillsDefaults(root, root)) return undefined;
  const writer = new DefaultWriter(root, shared);
  const entry = writer.functionFor(root) ?? "";
  return { code: writer.code, entry, called: [...writer.called] };
}

class DefaultWriter {
  readonly #root: JsonSchemaObject;
  readonly #names = new Map<JsonSchemaObject, string>();
  readonly #bodies: string[] = [];
  /** The functions of shared definitions, by their schemas. */
  readonly #shared: ReadonlyMap<unknown, string>;
  readonly called = new Set<string>();

  constructor(root: JsonSchemaObject, shared: readonly SharedDefinition[]) {
    this.#root = root;
    this.#shared = new Map(shared.map(({ pointer, fill }) => [localReference(root, pointer), fill]));
  }

  get code(): string {
    return this.#bodies.join("\n");
  }

  /** The name of the function that fills in a schema's defaults; undefined when it has none. */
  functionFor(schema: JsonSchema | undefined): string | undefined {
    if (!isSchemaObject(schema) || !fillsDefaults(this.#root, schema)) return undefined;
    const shared = this.#shared.get(schema);
    if (shared !== undefined) this.called.add(shared);
    if (shared !== undefined) return shared;
    const known = this.#names.get(schema);
    if (known !== undefined) return known;
    assertFewDefaults(this.#root, schema);
    const name = `fill${this.#names.size}`;
    this.#names.set(schema, name);
    const position = this.#bodies.push("") - 1;
    const parts = fillableParts(this.#root, schema);
    const any = [...this.#same(parts), ...this.#array(parts)];
    const isNone = 'if(typeof data != "object" || data === null';
    const guards =
      any.length > 0
        ? [`${isNone}) return;`, ...any, "if(Array.isArray(data)) return;"]
        : [`${isNone} || Array.isArray(data)) return;`];
    const lines = [...guards, ...this.#object(parts)];
    this.#bodies[position] = `function ${name}(data){\n${lines.join("\n")}\n}`;
    return name;
  }

  #same({ same }: FillableParts): string[] {
    return same.flatMap((schema) => this.#call(schema, "data"));
  }

  #array({ prefix, items }: FillableParts): string[] {
    const first = prefix.flatMap((schema, position) => this.#call(schema, `data[${position}]`));
    const fill = this.functionFor(items);
    const rest = fill === undefined ? [] : [`data.slice(${prefix.length}).forEach(${fill});`];
    const lines = [...first, ...rest];
    return lines.length === 0 ? [] : ["if(Array.isArray(data)){", ...lines, "}"];
  }

  #object({ properties, patterns, others }: FillableParts): string[] {
    const named = properties.flatMap(([name, schema]) => {
      const value = isSchemaObject(schema) && name !== "__proto__" ? schema.default : undefined;
      const place = memberOf("data", name);
      // Parameters are copied without inherited properties, but still inherit from `Object.prototype`.
      const isInherited = name in Object.prototype;
      const has = `Object.hasOwn(data, ${stringLiteral(name)})`;
      const lacks = isInherited ? `!${has} || ${place} === undefined` : `${place} === undefined`;
      return [
        ...(value === undefined ? [] : [`if(${lacks}) ${place} = ${inlineLiteral(value)};`]),
        ...this.#call(schema, place).map((call) => (isInherited ? `if(${has}) ${call}` : call)),
      ];
    });
    const matching = patterns.flatMap(([pattern, schema]) =>
      this.#call(schema, "data[key]").map(
        (call) => `if(new RegExp(${stringLiteral(pattern)}, "u").test(key)) ${call}`,
      ),
    );
    const known = [
      ...properties.map(([name]) => `key !== ${stringLiteral(name)}`),
      ...patterns.map(([pattern]) => `!new RegExp(${stringLiteral(pattern)}, "u").test(key)`),
    ].join(" && ");
    const other = this.#call(others, "data[key]").map((call) =>
      known === "" ? call : `if(${known}) ${call}`,
    );
    const each = [...matching, ...other];
    return each.length === 0 ? named : [...named, "for(const key of Object.keys(data)){", ...each, "}"];
  }

  #call(schema: JsonSchema | undefined, argument: string): string[] {
    const name = this.functionFor(schema);
    return name === undefined ? [] : [`${name}(${argument});`];
  }
}
