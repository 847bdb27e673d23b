import type { ManifestPath } from "../read/manifest-source.js";
import { valueAt } from "../values/json-object.js";

export function escapeStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The path of a JSON pointer's steps into a value: list indexes become numbers. */
export function pathOfSteps(steps: ManifestPath, root: unknown): ManifestPath {
  let value = root;
  return steps.map((part) => {
    const step = Array.isArray(value) && /^\d+$/.test(String(part)) ? Number(part) : part;
    value = valueAt(value, [step]);
    return step;
  });
}
