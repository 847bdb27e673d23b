import type { ConcurrencyKey } from "../../tool/tool-spec.js";

/** A resource that a call locks while it runs. Claims of the same key conflict unless all are shared. */
export interface ResourceClaim {
  readonly key: string;
  readonly exclusive: boolean;
}

/** The claims of a call with these parameters: sorted by key, no duplicates. */
export type ClaimReader = (params: unknown) => readonly ResourceClaim[];

/** Parses a tool's `concurrency` once, so that a call only fills in its parameters. */
export function compileClaims(keys: readonly ConcurrencyKey[] | undefined): ClaimReader | undefined {
  if (keys === undefined || keys.length === 0) return undefined;
  const templates = keys.map(compileTemplate);
  const [only] = templates;
  if (templates.length === 1 && only?.parameters.length === 1) return readerOfOne(only);
  return (params) => distinct(templates.flatMap((template) => expand(template, params)));
}

/**
 * Most tools claim one resource named by one parameter, often the same one again. Its claims are cached, because
 * building and hashing a key is the most expensive part of a lock.
 */
function readerOfOne(template: KeyTemplate): ClaimReader {
  const [before = "", after = ""] = template.texts;
  const [parameter = ""] = template.parameters;
  const { exclusive } = template;
  let lastValue: string | undefined;
  let lastClaims: readonly ResourceClaim[] = [];
  return (params) => {
    const value = readParameter(params, parameter);
    if (typeof value !== "string") return distinct(expand(template, params));
    if (value !== lastValue) {
      lastValue = value;
      lastClaims = [{ key: before + value + after, exclusive }];
    }
    return lastClaims;
  };
}

interface KeyTemplate {
  /** The texts around the placeholders. */
  readonly texts: readonly string[];
  readonly parameters: readonly string[];
  readonly exclusive: boolean;
}

function compileTemplate({ key, mode }: ConcurrencyKey): KeyTemplate {
  const pieces = key.split(/\{([^{}]+)\}/);
  return {
    texts: pieces.filter((_, index) => index % 2 === 0),
    parameters: pieces.filter((_, index) => index % 2 === 1),
    exclusive: mode === "exclusive",
  };
}

/** One claim, or one per item if a parameter is a list. */
function expand({ texts, parameters, exclusive }: KeyTemplate, params: unknown): ResourceClaim[] {
  let keys = [texts[0] ?? ""];
  for (const [index, parameter] of parameters.entries()) {
    const value = readParameter(params, parameter);
    const text = texts[index + 1] ?? "";
    keys = Array.isArray(value)
      ? keys.flatMap((key) => value.map((item: unknown) => key + asText(item) + text))
      : keys.map((key) => key + asText(value) + text);
  }
  return keys.map((key) => ({ key, exclusive }));
}

function readParameter(params: unknown, name: string): unknown {
  if (typeof params !== "object" || params === null) return undefined;
  const value = (params as Readonly<Record<string, unknown>>)[name];
  // Inherited values are never strings, so strings need no `hasOwn`.
  return typeof value === "string" || Object.hasOwn(params, name) ? value : undefined;
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : (JSON.stringify(value) ?? "");
}

function distinct(claims: ResourceClaim[]): readonly ResourceClaim[] {
  if (claims.length < 2) return claims;
  const strongest = new Map<string, ResourceClaim>();
  for (const claim of claims) {
    if (claim.exclusive || !strongest.has(claim.key)) strongest.set(claim.key, claim);
  }
  return [...strongest.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
