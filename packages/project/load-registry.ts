import { statSync } from "node:fs";
import { join } from "node:path";
import type { ToolRegistry } from "@toolkiln/runtime";
import { asRefusal, ProjectError } from "./project-error.js";
import { importModule } from "./import-module.js";
import type { Project } from "./open-project.js";

/** Imports the generated registry of a project. */
export async function loadRegistry({ root, config }: Project): Promise<ToolRegistry> {
  const file = ["registry.ts", "registry.js"]
    .map((name) => join(root, config.out, name))
    .find((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
  if (file === undefined) {
    throw new ProjectError(`There is no ${config.out}/registry.ts. Run \`toolkiln generate\` first.`);
  }
  const { registry } = await importModule(file).catch((error: unknown) => {
    const refusal = asRefusal(error);
    if (refusal !== undefined) throw refusal;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProjectError(
      `${config.out}/registry.ts cannot be loaded: ${reason}\nIs @toolkiln/runtime installed? \`toolkiln doctor\` tells.`,
      { cause: error },
    );
  });
  if (isRegistry(registry)) return registry;
  throw new ProjectError(`${config.out}/registry.ts exports no registry. Run \`toolkiln generate\` again.`);
}

/** The registry may come from another copy of the runtime than ours, so its class says nothing. */
function isRegistry(value: unknown): value is ToolRegistry {
  return typeof value === "object" && value !== null && "getTool" in value && "tools" in value;
}
