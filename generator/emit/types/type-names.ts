import type { JsonSchema } from "@toolkiln/runtime";
import { pascalCase } from "../../names/tool-names.js";
import type { Statement } from "../statement.js";
import { describeProperty } from "./describe-schema.js";
import { isName, reference, type PlainSchema } from "./plain-schema.js";

/** Declares the named types that the schemas of a file refer to. */
export class TypeNames {
  readonly #taken: Set<string>;
  readonly #prefix: string;
  readonly #declared = new Map<string, { readonly name: string; used: boolean; inline?: PlainSchema }>();
  readonly #statements: Statement[] = [];

  /** Instances with the same `taken` declare different names. */
  constructor(prefix: string, taken: Set<string>) {
    this.#prefix = prefix;
    this.#taken = taken;
  }

  /** The declarations added since the last call. */
  takeStatements(): Statement[] {
    return this.#statements.splice(0);
  }

  /** Returns a reference to the type of a schema; the first call declares the type. */
  declare(key: string, schema: JsonSchema, filled: boolean, make: () => PlainSchema): PlainSchema {
    const known = this.#declared.get(key);
    if (known !== undefined) {
      known.used = true;
      return known.inline ?? reference(known.name);
    }
    const declaration: { name: string; used: boolean; inline?: PlainSchema } = {
      name: this.#unique(`${this.#prefix}${nameOf(key)}${filled ? "Params" : ""}`),
      used: false,
    };
    this.#declared.set(key, declaration);
    const position = this.#statements.length;
    const type = make();
    // A built-in or declared type needs no alias.
    if (!declaration.used && isName(type)) {
      declaration.inline = type;
      this.#taken.delete(declaration.name);
      return type;
    }
    const docs = describeProperty([{ schema, filled: true }]);
    this.#statements.splice(position, 0, { kind: "type", name: declaration.name, docs, type });
    return reference(declaration.name);
  }

  #unique(name: string): string {
    let unique = name;
    for (let count = 2; this.#taken.has(unique); count++) unique = `${name}${count}`;
    this.#taken.add(unique);
    return unique;
  }
}

/** A name from the last part of a key's pointer. */
function nameOf(key: string): string {
  return pascalCase(key.split(" ")[0]?.split("/").at(-1) ?? "") || "Type";
}
