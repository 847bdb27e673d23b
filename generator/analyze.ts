import { earlierBuild, readEarlierRun } from "./cache/earlier-run.js";
import type { GeneratorConfig } from "./config.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import type { ToolModel } from "./model/tool-model.js";
import { openProject } from "./open-project.js";

/** What the manifests of a project declare, and everything that is wrong with them. */
export interface Analysis {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many manifests there are, readable or not. */
  readonly manifests: number;
}

/** Compiles and links the manifests of a project, and writes nothing. */
export async function analyze(host: Host, config: GeneratorConfig): Promise<Analysis> {
  const project = openProject({ host, config });
  const earlier = await earlierBuild(host, await readEarlierRun(project));
  // The parser, the schema compiler and the emitters are loaded now and not before.
  const { buildProject } = await import("./build-project.js");
  const { models, diagnostics, manifests } = await buildProject(project, earlier, "diagnostics");
  return { models, diagnostics, manifests };
}
