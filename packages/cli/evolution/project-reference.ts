import { nodeHost, type Diagnostic } from "@toolkiln/generator";
import { compareVersions, readVersion, targetsOf } from "@toolkiln/generator/compare";
import { renderReference, referenceMark, sinceOf, staleReference } from "@toolkiln/generator/reference";
import type { Project } from "@toolkiln/project";
import type { GlobalOptions } from "../command.js";
import { readAgainst } from "./read-against.js";

/** The reference of a project, or errors in its manifests. */
export interface ProjectReference {
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly tools: number;
}

/** Renders the reference of a project, with the changes since another version when one is named. */
export async function projectReference(
  project: Project,
  options: GlobalOptions,
  since: string | undefined,
): Promise<ProjectReference> {
  const { root, config } = project;
  const version = await readVersion(nodeHost(root), config, "now");
  const changes = new Map<string, string[]>();
  if (since !== undefined) {
    const report = await compareVersions(await readAgainst(since, project, options), version, config);
    for (const { tool, message } of report.changes)
      changes.set(tool, [...(changes.get(tool) ?? []), message]);
  }
  const files = renderReference(version.specs, {
    targets: targetsOf(config),
    changes,
    ...(since !== undefined && { since }),
  });
  return { files, diagnostics: version.diagnostics, tools: version.specs.length };
}

/** The stale pages of a project's reference; empty when it has none. */
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
