import type { ConcurrencyKey } from "../../tool/tool-spec.js";
import { valueAlong } from "../../validation/json-pointer.js";

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
  const templates = keys.map(({ key, mode }) => ({
    // Literal texts and parameter names, alternating.
    pieces: key.split(/\{([^{}]+)\}/),
    exclusive: mode === "exclusive",
  }));
  const read: ClaimReader = (params) => {
    const claims: ResourceClaim[] = [];
    for (const { pieces, exclusive } of templates)
      for (const key of fillIn(pieces, params)) claims.push({ key, exclusive });
    return claims.length < 2 ? claims : distinct(claims);
  };
  const [only, ...others] = templates;
  if (others.length > 0 || only?.pieces.length !== 3) return read;
  const parameter = only.pieces.slice(1, 2);
  // Most tools claim one resource that one parameter names, and successive calls often claim the same one. The last
  // claims are cached, because building and hashing a key is the most expensive part of a lock.
  let last: unknown;
  let claims: readonly ResourceClaim[] = [];
  return (params) => {
    const value = valueAlong(params, parameter);
    if (value !== last || typeof value !== "string") claims = read(params);
    last = value;
    return claims;
  };
}

/** One key, or one per item if a parameter is a list. */
function fillIn(pieces: readonly string[], params: unknown): readonly string[] {
  let keys = [pieces[0] ?? ""];
  for (let index = 1; index < pieces.length; index++) {
    const piece = pieces[index] ?? "";
    const value = index % 2 === 0 ? piece : valueAlong(params, [piece]);
    keys = Array.isArray(value)
      ? keys.flatMap((key) => value.map((item: unknown) => key + asText(item)))
      : keys.map((key) => key + asText(value));
  }
  return keys;
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : (JSON.stringify(value) ?? "");
}

function distinct(claims: readonly ResourceClaim[]): readonly ResourceClaim[] {
  const strongest = new Map<string, ResourceClaim>();
  for (const claim of claims) {
    if (claim.exclusive || !strongest.has(claim.key)) strongest.set(claim.key, claim);
  }
  return [...strongest.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
