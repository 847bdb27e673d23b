import { pathWithin } from "../../context/lexical-path.js";
import { none } from "../../result/none.js";
import type { PathParameter, ToolSpec } from "../../tool/tool-spec.js";
import { overlapsAny, parameterNameOf, pointerTo, valueAlong } from "../../validation/json-pointer.js";
import type { ToolValidationError } from "../../validation/tool-validation-error.js";
import { isObject } from "../../validation/value-type.js";
import { clone, define } from "../observe/copy-parameters.js";
import { forEachPlace } from "../observe/redact.js";
import type { PathPolicy } from "../path-policy.js";

/** The parameters with resolved paths; if one path is invalid, all are as the caller wrote them. */
export interface ResolvedPaths {
  readonly errors: readonly ToolValidationError[];
  /** The parameters with their canonical paths. */
  readonly params: unknown;
  /** The parameters with canonical paths relative to the workspace; paths outside stay absolute. */
  readonly displayed: unknown;
  /** Like `displayed`, but with paths in lower case and normalized Unicode; for rules only. */
  readonly folded: unknown;
}

/** Replaces paths in parameters with their canonical forms and reports invalid ones. */
export async function resolvePaths(
  params: unknown,
  { paths: parameters, sensitive }: ToolSpec,
  policy: PathPolicy | undefined,
  workspacePath: string | undefined,
): Promise<ResolvedPaths> {
  if (parameters === undefined) return asWritten(params, none);
  // The schema's output may be frozen, so the paths are set in a copy.
  const [resolved, displayed, folded] = [clone(params), clone(params), clone(params)];
  const errors: ToolValidationError[] = [];
  for (const parameter of parameters) {
    const places: { readonly holder: object; readonly key: string; readonly names: readonly string[] }[] = [];
    forEachPlace(resolved, [parameter.pointer], (holder, key, names) => places.push({ holder, key, names }));
    for (const { holder, key, names } of places) {
      const path: unknown = Reflect.get(holder, key);
      if (typeof path !== "string") continue;
      const pointer = names.reduce(pointerTo, "");
      const answer = await resolvePath(path, { ...parameter, pointer }, policy, workspacePath);
      if ("error" in answer) {
        errors.push(overlapsAny(pointer, sensitive) ? withoutPath(answer.error) : answer.error);
        continue;
      }
      const copies = [folded, displayed].map((copy) => valueAlong(copy, names.slice(0, -1)));
      if (isObject(copies[0])) define(copies[0], key, answer.displayed.normalize("NFKC").toLowerCase());
      if (isObject(copies[1])) define(copies[1], key, answer.displayed);
      // Set last: the copies share a holder that `clone` cannot copy. If it is frozen, the call fails.
      define(holder, key, answer.path);
    }
  }
  return errors.length === 0 ? { errors, params: resolved, displayed, folded } : asWritten(params, errors);
}

function asWritten(params: unknown, errors: readonly ToolValidationError[]): ResolvedPaths {
  return { errors, params, displayed: params, folded: params };
}

async function resolvePath(
  path: string,
  parameter: PathParameter,
  policy: PathPolicy | undefined,
  workspacePath: string | undefined,
): Promise<{ readonly path: string; readonly displayed: string } | { readonly error: ToolValidationError }> {
  if (policy === undefined) return { error: noPolicy(parameter.pointer) };
  const verdict = await policy.resolve(path, parameter, workspacePath);
  if (!verdict.ok) return { error: verdict.error };
  const relative =
    verdict.relativePath ??
    (workspacePath === undefined ? undefined : pathWithin(workspacePath, verdict.path));
  return { path: verdict.path, displayed: relative === "" ? "." : (relative ?? verdict.path) };
}

/** An error without its sensitive path. */
function withoutPath({ parameterName, errorCode }: ToolValidationError): ToolValidationError {
  return { parameterName, message: "The path cannot be used.", errorCode };
}

function noPolicy(pointer: string): ToolValidationError {
  return {
    parameterName: parameterNameOf(pointer),
    message: "Paths cannot be used here: the executor has no path policy.",
    errorCode: "path_not_allowed",
  };
}
