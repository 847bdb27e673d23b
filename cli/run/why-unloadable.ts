import { sep } from "node:path";
import { findImplementation } from "@toolkiln/generator/listing";
import { nodeHost } from "@toolkiln/generator/node-host";
import type { ToolHandle } from "@toolkiln/runtime";
import { CommandError } from "../command-error.js";
import { exitCode } from "../exit-code.js";
import type { Project } from "../project.js";

/** Loads a tool's implementation; says what is wrong with which file when that fails. */
export async function whyUnloadable(
  handle: ToolHandle,
  { root, config: { tools } }: Project,
): Promise<CommandError | undefined> {
  try {
    await handle.load();
    return undefined;
  } catch (error) {
    const present = new Set(await nodeHost(root).listFiles(tools));
    const file = findImplementation(present, tools, handle.id);
    const reason = error instanceof Error ? error.message : String(error);
    const message =
      file === undefined
        ? withoutImplementation(handle.id, tools)
        : `${file} cannot be loaded: ${reason.replaceAll(root + sep, "")}`;
    return new CommandError(message, exitCode.toolFailed, { cause: error });
  }
}

/** What to say of a tool that nobody has written; `check` says the same. */
function withoutImplementation(id: string, folder: string): string {
  return `There is no implementation of ${id}. Export \`tool\` from ${folder}/${id}.ts; \`toolkiln new ${id}\` writes a beginning.`;
}
