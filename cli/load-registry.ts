import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ToolRegistry } from "@toolkiln/runtime";
import { createJiti } from "jiti";
import { CommandError } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import type { Project } from "./project.js";

/** Imports the generated registry of a project; its TypeScript is compiled on the way. */
export async function loadRegistry({ root, config }: Project): Promise<ToolRegistry> {
  const file = join(root, config.out, "registry.ts");
  if (!existsSync(file)) {
    throw new CommandError(
      `There is no ${config.out}/registry.ts. Run \`toolkiln generate\` first.`,
      exitCode.usage,
    );
  }
  const jiti = createJiti(pathToFileURL(file).href, { interopDefault: false });
  const { registry } = await jiti.import<{ registry: ToolRegistry }>(file);
  return registry;
}
