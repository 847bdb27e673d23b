import { nodeHost, type Diagnostic } from "@toolkiln/generator";
import { compareVersions, readVersion, targetsOf, type ToolVersion } from "@toolkiln/generator/compare";
import { renderReference, referenceMark, sinceOf, staleReference } from "@toolkiln/generator/reference";
import type { Project } from "@toolkiln/project";
import type { GlobalOptions } from "../command.js";
import { readAgainst } from "./read-against.js";

/** Renders the reference of a project, with the changes since another version when one is named. */
export async function projectReference(
  project: Project,
  options: GlobalOptions,
  since: string | undefined,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly version: ToolVersion }> {
  const { root, config } = project;
  const version = await readVersion(nodeHost(root), config, "now");
  const before = since === undefined ? undefined : await readAgainst(since, project, options);
  const changes = before ? (await compareVersions(before, version, config)).changes : [];
  return { files: renderReference(version.specs, { targets: targetsOf(config), changes, since }), version };
}

/** The stale pages of a project's reference; empty when the project has no reference. */
export async function checkReference(
  project: Project,
  options: GlobalOptions,
): Promise<readonly Diagnostic[]> {
  const host = nodeHost(project.root);
  const bytes = await host.readFile(`${project.docs}/index.md`);
  const index = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  if (!index.startsWith(referenceMark)) return [];
  const { files } = await projectReference(project, options, sinceOf(index));
  return staleReference(host, project.docs, files);
}
