import { workingFolder } from "@toolkiln/project";
import type { ToolExecutor } from "@toolkiln/runtime";
import { CommandError, type GlobalOptions } from "../command.js";
import { log } from "../output.js";
import { injectFlag, missingInjections } from "../run/missing-injections.js";
import { readDocument } from "../run/read-document.js";

/** Values of injected parameters, by their keys. */
export type Injections = Readonly<Record<string, unknown>>;

/** How values to inject are passed to a server. */
export interface InjectionOptions extends GlobalOptions {
  readonly inject?: string;
  readonly http?: string | true;
}

/** Reads what every call is given. Over standard input and output the client speaks there, and nobody else can. */
export function readInjections(options: InjectionOptions): Injections | undefined {
  const { inject, http } = options;
  if (inject === undefined) return undefined;
  if (inject === "-" && http === undefined) {
    throw new CommandError(
      "--inject cannot be read from standard input, where the client speaks: use @file.",
    );
  }
  return readDocument("--inject", inject, workingFolder(options));
}

/** Names the tools whose injected values are missing: they are offered to the model, and each of their calls fails. */
export async function logMissingInjections(
  { registry, availability }: ToolExecutor,
  inject: Injections | undefined,
): Promise<void> {
  for (const spec of await registry.getToolSpecs(availability)) {
    const missing = missingInjections(spec, inject);
    if (missing.length === 0) continue;
    log(`${spec.id} cannot be called: pass ${injectFlag(missing)}, or leave it out with --deny ${spec.id}.`);
  }
}
