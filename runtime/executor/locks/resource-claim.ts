import type { ConcurrencyKey } from "../../tool/tool-spec.js";

/** A resource that a call needs while it runs. Claims of the same key exclude each other unless all are shared. */
export interface ResourceClaim {
  readonly key: string;
  readonly exclusive: boolean;
}

/** Tells what a call with these parameters claims; sorted by key, every key once. */
export type ClaimReader = (params: unknown) => readonly ResourceClaim[];

/** Reads a tool's `concurrency` once, so that a call only has to fill in its parameters. */
export function compileClaims(keys: readonly ConcurrencyKey[] | undefined): ClaimReader | undefined {
  if (keys === undefined || keys.length === 0) return undefined;
  const templates = keys.map(compileTemplate);
  const [only] = templates;
  if (only === undefined) return undefined;
  return templates.length === 1
    ? (params) => distinct(expand(only, params))
    : (params) => distinct(templates.flatMap((template) => expand(template, params)));
}

interface KeyTemplate {
  /** The text before the first placeholder, between two, and after the last. */
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

/** One claim, or one for every item when a parameter is a list. */
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
  return typeof params === "object" && params !== null && Object.hasOwn(params, name)
    ? Reflect.get(params, name)
    : undefined;
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
