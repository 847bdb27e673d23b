import { earlierBuild, readEarlierRun } from "./cache/project-cache.js";
import type { GeneratorConfig } from "./config.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import type { ToolModel } from "./model/tool-model.js";
import { openProject } from "./open-project.js";

/** The tools that a project's manifests declare, and all diagnostics. */
export interface Analysis {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  /** Counts unreadable manifests too. */
  readonly manifestCount: number;
}

/** Compiles and links the manifests of a project. Writes no files. */
export async function analyze(host: Host, config: GeneratorConfig): Promise<Analysis> {
  const project = openProject({ host, config });
  const earlier = await earlierBuild(project, await readEarlierRun(project));
  // Lazy-load the parser, the schema compiler and the emitters.
  const { buildProject } = await import("./build-project.js");
  const { models, diagnostics, manifestCount } = await buildProject(project, earlier, "diagnostics");
  return { models, diagnostics, manifestCount };
}
