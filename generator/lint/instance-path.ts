import { unescapeStep } from "../json-schema/pointer-step.js";
import type { ManifestPath } from "../read/manifest-source.js";

/** A JSON pointer of Ajv as a path into the value that was validated: positions in lists become numbers. */
export function instancePath(pointer: string, root: unknown): ManifestPath {
  let value = root;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const name = unescapeStep(part);
      const step = Array.isArray(value) ? Number(name) : name;
      value = typeof value === "object" && value !== null ? (Reflect.get(value, step) as unknown) : undefined;
      return step;
    });
}
