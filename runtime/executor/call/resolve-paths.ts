import type { PathParameter } from "../../tool/tool-spec.js";
import type { ToolValidationError } from "../../validation/tool-validation-error.js";
import { forEachPlace } from "../observe/redact.js";
import type { PathPolicy } from "../path-policy.js";

/** Replaces the paths in parameters by their canonical forms; tells which cannot be used. */
export async function resolvePaths(
  policy: PathPolicy | undefined,
  parameters: readonly PathParameter[],
  params: unknown,
  workspacePath: string | undefined,
): Promise<readonly ToolValidationError[]> {
  const errors: ToolValidationError[] = [];
  for (const parameter of parameters) {
    const places: { readonly holder: object; readonly key: string }[] = [];
    forEachPlace(params, parameter.pointer, (holder, key) => places.push({ holder, key }));
    for (const { holder, key } of places) {
      const path: unknown = Reflect.get(holder, key);
      if (typeof path !== "string") continue;
      if (policy === undefined) {
        errors.push(noPolicy(parameter.pointer));
        continue;
      }
      const verdict = await policy.resolve(path, parameter, workspacePath);
      if (verdict.ok) Reflect.set(holder, key, verdict.path);
      else errors.push(verdict.error);
    }
  }
  return errors;
}

function noPolicy(pointer: string): ToolValidationError {
  return {
    parameterName: pointer.slice(1),
    message: "Paths cannot be used here: the executor has no path policy.",
    errorCode: "path_not_allowed",
  };
}
