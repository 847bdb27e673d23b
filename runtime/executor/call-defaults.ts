import { joinServices } from "../context/tool-services.js";
import { nothing } from "../result/none.js";
import { presentFields } from "../result/present-fields.js";
import type { CallDefaults, ExecuteOptions } from "./executor-options.js";

/** What views hand on to calls: the defaults without a workspace, of which its path is left. */
export type ResolvedDefaults = Omit<CallDefaults, "workspace">;

/** Reads defaults: a workspace gives the path. Undefined when nothing is given, so that calls pay nothing for it. */
export function readDefaults(given: CallDefaults): ResolvedDefaults | undefined {
  const { services, inject, sessionId, metadata, workspace, workspacePath = workspace?.root } = given;
  const defaults = presentFields({ services, inject, sessionId, metadata, workspacePath });
  return Object.keys(defaults).length === 0 ? undefined : defaults;
}

/** Options over defaults: services, injected values and metadata name by name, the rest as a whole. */
export function withDefaults<Options extends ExecuteOptions>(
  defaults: ResolvedDefaults | undefined,
  options: Options,
): Options & ResolvedDefaults {
  if (defaults === undefined || (options as object) === nothing) return { ...defaults, ...options };
  const services = joinServices(defaults.services, options.services);
  return {
    ...defaults,
    ...options,
    ...(services !== undefined && { services }),
    ...(defaults.inject && options.inject && { inject: { ...defaults.inject, ...options.inject } }),
    ...(defaults.metadata && options.metadata && { metadata: { ...defaults.metadata, ...options.metadata } }),
  };
}

/** What a nested call takes over from the call whose tool makes it. */
export function inheritedOptions(options: ExecuteOptions): ExecuteOptions {
  const { signal: _, executionId: _id, toolCallId: _call, onProgress: _listener, ...inherited } = options;
  return inherited;
}
