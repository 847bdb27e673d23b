import type { PathParameter } from "../tool/tool-spec.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { PathPolicy } from "./path-policy.js";

/** The part of a call whose paths are to be resolved. */
export interface PathHolder {
  readonly parameters: unknown;
  readonly workspacePath?: string | undefined;
}

/** Replaces the paths in a call's parameters by their canonical forms; tells which cannot be used. */
export async function resolvePaths(
  policy: PathPolicy | undefined,
  parameters: readonly PathParameter[],
  call: PathHolder,
): Promise<ToolValidationError[]> {
  const errors: ToolValidationError[] = [];
  for (const parameter of parameters) {
    for (const place of placesOf(call.parameters, parameter.pointer.split("/").slice(1))) {
      const path: unknown = Reflect.get(place.holder, place.key);
      if (typeof path !== "string") continue;
      if (policy === undefined) {
        errors.push(noPolicy(parameter.pointer));
        continue;
      }
      const verdict = await policy.resolve(path, parameter, call.workspacePath);
      if (verdict.ok) Reflect.set(place.holder, place.key, verdict.path);
      else errors.push(verdict.error);
    }
  }
  return errors;
}

interface Place {
  readonly holder: object;
  readonly key: string;
}

function placesOf(root: unknown, parts: readonly string[]): Place[] {
  const [part, ...rest] = parts;
  if (part === undefined || typeof root !== "object" || root === null) return [];
  const keys = part === "*" ? Object.keys(root) : [part].filter((key) => Object.hasOwn(root, key));
  return keys.flatMap((key) =>
    rest.length === 0 ? [{ holder: root, key }] : placesOf(Reflect.get(root, key), rest),
  );
}

function noPolicy(pointer: string): ToolValidationError {
  return {
    parameterName: pointer.slice(1),
    message: "Paths cannot be used here: the executor has no path policy.",
    errorCode: "path_not_allowed",
  };
}
