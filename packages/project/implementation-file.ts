import { findImplementation } from "@toolkiln/generator/listing";
import { nodeHost } from "@toolkiln/generator/node-host";
import type { Project } from "./open-project.js";

/** The file that implements a tool, relative to its project; undefined when there is none. */
export async function implementationFile(
  { root, config: { tools } }: Project,
  id: string,
): Promise<string | undefined> {
  return findImplementation(new Set(await nodeHost(root).listFiles(tools)), tools, id);
}
