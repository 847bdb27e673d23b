import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss, Refusal } from "../loss.js";
import { foldRootUnion } from "./fold-root-union.js";
import { toDraft07 } from "./to-draft-07.js";
import { mapSchemas } from "../schema/map-schemas.js";
import { pointerStep } from "../schema/schema-node.js";
import { visitSchemas } from "../schema/visit-schemas.js";

/** JSON Schema nearly as it is: what little a provider asks for. */
export interface WideDialect {
  readonly name: string;
  readonly draft: "2020-12" | "draft-07";
  /** Whether the root may hold `anyOf`, `oneOf`, `allOf`, `not` and the like. @default true */
  readonly rootUnions?: boolean;
  /** What names properties may have; a schema with others is refused. */
  readonly propertyName?: RegExp;
  /** Whether the keywords of others that begin with `x-` are sent. @default false */
  readonly extensions?: boolean;
}

/** A schema that is passed on. */
export interface RelayedSchema {
  readonly sent: JsonSchemaObject;
  readonly losses: readonly Loss[];
  readonly refusals: readonly Refusal[];
}

const own = new Set(["x-path", "x-sensitive", "x-inject", "x-use-instead", "x-renamed-from"]);

/** Passes a schema on without toolkiln's own keywords, in the draft that the provider reads. */
export function relaySchema(root: JsonSchemaObject, dialect: WideDialect): RelayedSchema {
  const losses: Loss[] = [];
  const folded = dialect.rootUnions === false ? foldRootUnion(root, losses) : root;
  const clean = strip({ type: "object", ...folded }, dialect.extensions === true);
  const sent = dialect.draft === "draft-07" ? toDraft07(clean, losses) : clean;
  return { sent, losses, refusals: findIllegalNames(sent, dialect.propertyName) };
}

function findIllegalNames(root: JsonSchemaObject, legal: RegExp | undefined): Refusal[] {
  const refusals: Refusal[] = [];
  if (legal === undefined) return refusals;
  visitSchemas(root, (schema, pointer) => {
    for (const name of Object.keys(schema.properties ?? {})) {
      if (legal.test(name)) continue;
      const at = `${pointer}/properties/${pointerStep(name)}`;
      refusals.push({ pointer: at, keyword: "name", reason: `a property cannot be called \`${name}\`` });
    }
  });
  return refusals;
}

function strip(root: JsonSchemaObject, extensions: boolean): JsonSchemaObject {
  const isSent = (keyword: string): boolean =>
    keyword.startsWith("x-") ? extensions && !own.has(keyword) : keyword !== "$schema" && keyword !== "$id";
  return mapSchemas(root, (schema) =>
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => isSent(keyword))),
  );
}
