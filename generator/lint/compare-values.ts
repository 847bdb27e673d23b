import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { SchemaBundler } from "../json-schema/bundle-schema.js";
import type { SchemaDocument, SchemaDocuments } from "../json-schema/reference.js";
import { compileSchema } from "../json-schema/schema-compiler.js";
import { walkSchema } from "../json-schema/walk-schema.js";
import { matchesSlowly } from "./slow-texts.js";

/** A value, and the schema that it is to satisfy. */
export interface Claim {
  readonly value: unknown;
  readonly schema: unknown;
  readonly document: SchemaDocument;
}

/**
 * What came of a claim: nothing wrong, what is wrong, or nothing at all, because comparing takes too long or because
 * the schema itself is no schema.
 */
export type Verdict = readonly ErrorObject[] | "takes-too-long" | "no-schema";

/** Schemas that are compiled together: one by one that takes several times as long. */
const together = 100;

/** Compares the values of one file with their schemas, each until the first thing that is wrong. */
export function compareValues(claims: readonly Claim[], documents: SchemaDocuments): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  const work: Work = { documents, verdicts, effort: { schemas: 1000, failures: 20 } };
  const groups = bySchema(claims);
  for (let start = 0; start < groups.length; start += together)
    compareGroups(groups.slice(start, start + together), work);
  return verdicts;
}

/** Claims with the same schema, by their positions. */
interface Group {
  readonly schema: unknown;
  readonly document: SchemaDocument;
  readonly members: { readonly position: number; readonly value: unknown }[];
}

function bySchema(claims: readonly Claim[]): readonly Group[] {
  const groups = new Map<string, Group>();
  const keys = new Map<unknown, string>();
  for (const [position, { value, schema, document }] of claims.entries()) {
    const key = keys.get(schema) ?? JSON.stringify([document.root, schema]);
    keys.set(schema, key);
    const group = groups.get(key) ?? { schema, document, members: [] };
    group.members.push({ position, value });
    groups.set(key, group);
  }
  return [...groups.values()];
}

interface Work {
  readonly documents: SchemaDocuments;
  readonly verdicts: Verdict[];
  /** How many schemas are compiled, references followed, and how often it is tried again without a wrong one. */
  readonly effort: { schemas: number; failures: number };
}

function compareGroups(groups: readonly Group[], work: Work): void {
  const { documents, verdicts, effort } = work;
  const schema = combined(groups, documents);
  effort.schemas -= walkSchema(schema, []).length;
  if (effort.schemas < 0) {
    conclude(groups, work, "takes-too-long");
    return;
  }
  const validate = compileSchema(schema, "first-error");
  if (validate instanceof Error) {
    if (groups.length === 1 || --effort.failures < 0) {
      conclude(groups, work, "no-schema");
      return;
    }
    const middle = Math.ceil(groups.length / 2);
    compareGroups(groups.slice(0, middle), work);
    compareGroups(groups.slice(middle), work);
    return;
  }
  for (const [index, { members }] of groups.entries()) {
    const name = nameOf(index);
    const own = { ...schema, properties: { [name]: schema.properties?.[name] ?? true } };
    for (const { position, value } of members)
      verdicts[position] = matchesSlowly(own, value) ? "takes-too-long" : judge(validate, { [name]: value });
  }
}

function judge(validate: ValidateFunction, value: unknown): Verdict {
  try {
    return validate(value) ? [] : (validate.errors ?? []).map(withoutName);
  } catch {
    // A schema that leads back to itself without end overflows the stack.
    return "takes-too-long";
  }
}

/** Gives the claims that have no verdict yet this one. */
function conclude(groups: readonly Group[], { verdicts }: Work, verdict: Verdict): void {
  for (const { members } of groups) for (const { position } of members) verdicts[position] ??= verdict;
}

/** One schema with a property for each group. */
function combined(groups: readonly Group[], documents: SchemaDocuments): JsonSchemaObject {
  const bundler = new SchemaBundler(documents);
  const properties = groups.map((group, index) => [nameOf(index), bundler.convert(group)] as const);
  return { properties: Object.fromEntries(properties), ...bundler.definitions() };
}

function nameOf(index: number): string {
  return `claim${index}`;
}

/** What Ajv says about a claim, as if it had been the only one. */
function withoutName(error: ErrorObject): ErrorObject {
  return { ...error, instancePath: error.instancePath.replace(/^\/[^/]*/, "") };
}
