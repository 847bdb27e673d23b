import { isInToolset, type SelectableTool } from "@toolkiln/generator/config";
import { didYouMeanOneOf } from "./did-you-mean.js";
import type { Project } from "./open-project.js";
import { ProjectError } from "./project-error.js";

/** Whether a tool is selected. */
export type ToolFilter = (tool: SelectableTool, project: Project) => boolean;

/** Selects the tools of a toolset in every project that has it; without a name, all tools. */
export function chooseToolset(projects: readonly Project[], name: string | undefined): ToolFilter {
  if (name === undefined) return () => true;
  const known = projects.flatMap(({ config }) => Object.keys(config.toolsets ?? {}));
  if (!known.includes(name)) {
    const hint =
      known.length === 0
        ? " Declare it under `toolsets` in the configuration."
        : didYouMeanOneOf(name, known);
    throw new ProjectError(`There is no toolset \`${name}\`.${hint}`);
  }
  return (tool, { config }) => {
    const selector = new Map(Object.entries(config.toolsets ?? {})).get(name);
    return selector !== undefined && isInToolset(tool, selector);
  };
}
