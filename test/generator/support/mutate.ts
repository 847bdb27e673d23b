import type { Random } from "./random.js";

/** A changed value, and the kind of change. */
export interface Mutation {
  readonly kind: "type" | "missing" | "extra" | "text";
  readonly value: unknown;
}

/** Changes one place of a value. The result may still be valid. */
export function mutate(original: unknown, random: Random): Mutation {
  const value = structuredClone(original);
  const holders: object[] = [];
  collect(value, holders);
  const holder = random.pick(holders) as Record<string, unknown>;
  const keys = Object.keys(holder);
  const key = keys.length > 0 ? random.pick(keys) : undefined;
  const kind = random.pick(["type", "type", "missing", "extra", "text"] as const);
  if (key === undefined || kind === "extra") {
    if (Array.isArray(holder)) holder.push(otherType(holder[0], random));
    else holder["surplus"] = random.pick([1, "a", null]);
    return { kind: "extra", value };
  }
  if (kind === "missing" && !Array.isArray(holder)) {
    delete holder[key];
    return { kind, value };
  }
  if (kind === "text" && typeof holder[key] === "string") {
    holder[key] = `${holder[key]} spoilt`;
    return { kind, value };
  }
  holder[key] = otherType(holder[key], random);
  return { kind: "type", value };
}

function collect(value: unknown, holders: object[]): void {
  if (typeof value !== "object" || value === null) return;
  holders.push(value);
  for (const item of Object.values(value)) collect(item, holders);
}

function otherType(value: unknown, random: Random): unknown {
  const samples = [7, "other", true, null, { other: 1 }, ["other"]];
  const typeName = (item: unknown) => (item === null ? "null" : Array.isArray(item) ? "array" : typeof item);
  return random.pick(samples.filter((sample) => typeName(sample) !== typeName(value)));
}
