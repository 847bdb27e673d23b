import { analyze } from "./analyze.js";
import { isUnchanged, readEarlierRun } from "./cache/project-cache.js";
import type { GeneratorConfig } from "./config.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import { summarizeTool, type ToolSummary } from "./model/tool-model.js";
import { openProject } from "./open-project.js";

export { findImplementation } from "./implementations/find-implementation.js";
export type { ToolSummary } from "./model/tool-model.js";

/** Summaries of a project's tools, and the diagnostics of their manifests. */
export interface ToolList {
  readonly tools: readonly ToolSummary[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Lists the tools of a project, from the cache when nothing has changed. */
export async function listTools(host: Host, config: GeneratorConfig): Promise<ToolList> {
  const run = await readEarlierRun(openProject({ host, config }));
  if (run !== undefined && isUnchanged(run)) {
    const { tools, diagnostics } = run.cache;
    return { tools: tools.map((tool) => summarizeTool(tool)), diagnostics };
  }
  const { models, diagnostics } = await analyze(host, config);
  return { tools: models.map(({ spec }) => summarizeTool(spec)), diagnostics };
}
