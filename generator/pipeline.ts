import type { GeneratorConfig } from "./config.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { emit } from "./emit/emit.js";
import type { Host } from "./host.js";
import { lint } from "./lint/lint.js";
import { lowerTool } from "./lower/lower-tool.js";
import type { ToolModel } from "./model/tool-model.js";
import { withHeader, type GeneratedFile } from "./output/generated-file.js";
import { print } from "./print/print.js";
import { readManifests } from "./read/read-manifests.js";

/** The front half: what the manifests say, and everything that is wrong with them. */
export interface Analysis {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads, lints and lowers the manifests of a project. */
export async function analyze(host: Host, config: GeneratorConfig): Promise<Analysis> {
  const read = await readManifests(host, config);
  const linted = lint(read.sources);
  const models = linted.manifests
    .map(lowerTool)
    .toSorted((a, b) => (a.spec.id < b.spec.id ? -1 : a.spec.id > b.spec.id ? 1 : 0));
  return { models, diagnostics: [...read.diagnostics, ...linted.diagnostics] };
}

/** Emits and prints the files of a project. */
export function render(models: readonly ToolModel[], config: GeneratorConfig): GeneratedFile[] {
  return emit(models, config).map((structure) => withHeader(print(structure), config.out));
}
