import type { Random } from "../../generator/support/random.js";

/** A copy of a value (JSON, or anything else) with one place of it replaced, dropped or added. */
export function replaceSomewhere(value: unknown, random: Random, make: () => unknown): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.15)) return make();
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.1)) return [...value, make()];
    const index = random.integer(0, value.length - 1);
    return value.with(index, replaceSomewhere(value[index], random, make));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.1)) return { ...value, [String(make())]: make() };
  const [key, item] = random.pick(entries);
  if (random.chance(0.15)) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return { ...value, [key]: replaceSomewhere(item, random, make) };
}
