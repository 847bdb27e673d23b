import type { PathParameter } from "../../tool/tool-spec.js";
import type { ToolValidationError } from "../../validation/tool-validation-error.js";
import { parameterNameOf, pointerTo } from "../../validation/json-pointer.js";
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
    const places: { readonly holder: object; readonly key: string; readonly pointer: string }[] = [];
    forEachPlace(params, parameter.pointer, (holder, key, path) =>
      places.push({ holder, key, pointer: path.reduce(pointerTo, "") }),
    );
    for (const { holder, key, pointer } of places) {
      const path: unknown = Reflect.get(holder, key);
      if (typeof path !== "string") continue;
      if (policy === undefined) {
        errors.push(noPolicy(pointer));
        continue;
      }
      const verdict = await policy.resolve(path, { ...parameter, pointer }, workspacePath);
      if (verdict.ok) Reflect.set(holder, key, verdict.path);
      else errors.push(verdict.error);
    }
  }
  return errors;
}

function noPolicy(pointer: string): ToolValidationError {
  return {
    parameterName: parameterNameOf(pointer),
    message: "Paths cannot be used here: the executor has no path policy.",
    errorCode: "path_not_allowed",
  };
}
