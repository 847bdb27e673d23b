import type { Drift } from "@toolkiln/generator/drift";
import { nodeHost } from "@toolkiln/generator/node-host";
import type { ToolRegistry } from "@toolkiln/runtime";
import { presentFields } from "@toolkiln/runtime/json";
import type { Project } from "./open-project.js";
import { asFileError } from "./project-error.js";

/** How a project's generated code is out of date: for one tool, or for all. */
export async function driftOf(
  { root, config }: Project,
  registry: ToolRegistry,
  id?: string,
): Promise<Drift> {
  const { findDrift } = await import("@toolkiln/generator/drift");
  const host = nodeHost(root);
  const generated = registry.tools.map((tool) => tool.id);
  try {
    const drift = await findDrift({ host, config, generated, ...presentFields({ id }) });
    if (drift.changed.length === 0) return drift;
    const { check } = await import("@toolkiln/generator");
    // Changes to the tests and comments of a manifest do not affect generated code.
    const isFresh = (await check({ host, config })).diagnostics.every(({ severity }) => severity !== "error");
    return isFresh ? { ...drift, changed: [] } : drift;
  } catch (error) {
    // Tools run without their manifests, so ignore manifests that cannot be read.
    if (asFileError(error) === undefined) throw error;
    return { ungenerated: [], orphaned: [], changed: [] };
  }
}

const maxNames = 3;

/** One line about generated code that is out of date; undefined when it is current. */
export function describeDrift(
  { ungenerated, orphaned, changed }: Drift,
  { config }: Project,
): string | undefined {
  const facts = Object.entries({ "not generated": ungenerated, "without a manifest": orphaned, changed })
    .filter(([, names]) => names.length > 0)
    .map(([fact, names]) => {
      const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
      return `${fact}: ${names.slice(0, maxNames).join(", ")}${more}`;
    });
  if (facts.length === 0) return undefined;
  return `${config.out}/ does not match the manifests (${facts.join("; ")}). Run \`toolkiln generate\`.`;
}

/** The message for a tool that has a manifest but no generated code. */
export function notGenerated(id: string): string {
  return `\`${id}\` has a manifest, but nothing was generated from it yet: run \`toolkiln generate\`.`;
}
