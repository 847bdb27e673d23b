import { posix } from "node:path";
import { analyze, nodeHost, type Host, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { RiskLevel } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource, ImportedTool } from "../imported-tool.js";
import { commentText, visibleText } from "../schema/visible-text.js";
import { implementationText } from "./implementation-text.js";
import type { ImportPlan, ImportProject, PlannedFile, PlannedTool, PlanOptions } from "./import-plan.js";
import { lintManifests, type Draft } from "./lint-manifests.js";
import { isWireName, manifestOf, manifestText } from "./manifest-text.js";
import { placeDefinitions } from "./place-definitions.js";
import { supportFiles } from "./support-files.js";
import { ToolIds } from "./tool-id.js";

/** Decides what an import writes: manifests that pass lint, implementations and what they share. Nothing is written. */
export async function planImport(
  project: ImportProject,
  source: ImportedSource,
  options: PlanOptions = {},
): Promise<ImportPlan> {
  const { root, config } = project;
  const { report } = source;
  const host = nodeHost(root);
  const existing = new Set([
    ...(await host.listFiles(config.manifests)),
    ...(await host.listFiles(config.tools)),
  ]);
  const definitions = await placeDefinitions(source, config, host);
  const names = await takenNames(host, config, existing);
  const drafts = source.tools.map((tool) => draftTool(tool, project, names, options));
  const fresh = drafts.filter(({ isKnown }) => !isKnown);
  const { onProgress } = options;
  const linted = await lintManifests(fresh, definitions, {
    host,
    config,
    report,
    ...(onProgress && { onProgress }),
  });
  const written = fresh.filter(({ path }) => linted.names.has(path));
  const support = written.length === 0 ? [] : await supportFiles(source, config, host);
  for (const { id, path, place, isKnown, tool } of drafts) {
    if (tool.keepsName && !isKnown && !isWireName(tool.name))
      report.lose(place, `\`${commentText(tool.name)}\` cannot be a name on the wire; models see \`${id}\`.`);
    if (!isKnown && visibleText(tool.description) !== tool.description.replaceAll("\r\n", "\n").trim())
      report.lose(
        place,
        `The description of \`${id}\` has characters that cannot be seen; they were removed.`,
      );
    const message = `The project has a tool \`${id}\` already; ${path} stays as it is.`;
    if (isKnown) report.add("TK8003", place, message, "Remove the file to import the tool again.");
  }
  return {
    tools: drafts.map((draft) => plannedTool(draft, linted.names)),
    files: [
      ...(written.length === 0 ? [] : definitions).map((draft) => ({
        path: draft.path,
        contents: draft.write(),
      })),
      ...support,
      ...written.flatMap((draft) => toolFiles(draft, linted.names, project, existing)),
    ],
    packages: written.length === 0 ? [] : source.packages,
    diagnostics: report.diagnostics(),
    warnings: linted.warnings,
  };
}

interface ToolDraft extends Draft {
  readonly id: string;
  readonly tool: ImportedTool;
  readonly risk: RiskLevel;
  /** Whether the project has a manifest of this id. */
  readonly isKnown: boolean;
}

interface TakenNames {
  readonly ids: ToolIds;
  /** Manifests of the project by the ids of their tools. */
  readonly manifests: ReadonlyMap<string, string>;
  readonly wireNames: Set<string>;
}

/** The names that the tools of the project have. */
async function takenNames(
  host: Host,
  config: GeneratorConfig,
  existing: ReadonlySet<string>,
): Promise<TakenNames> {
  const suffix = ".tool.yaml";
  const files = [...existing].filter((path) => path.endsWith(suffix));
  const manifests = new Map(files.map((path) => [posix.basename(path, suffix), path]));
  const { models } = files.length === 0 ? { models: [] } : await analyze(host, config);
  const wireNames = models.map(({ spec }) => foldWireName(spec.wireName));
  return { ids: new ToolIds(manifests.keys()), manifests, wireNames: new Set(wireNames) };
}

/** Names on the wire that not every provider tells apart are one name. */
function foldWireName(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, "_");
}

function draftTool(
  tool: ImportedTool,
  project: ImportProject,
  { ids, manifests, wireNames }: TakenNames,
  options: PlanOptions,
): ToolDraft {
  const id = ids.claim(options.id ?? tool.name);
  const risk = tool.risk ?? options.risk ?? "medium";
  const value = manifestOf(tool, { id, risk, category: options.category ?? tool.category ?? "custom" });
  const path = manifests.get(id) ?? `${project.config.manifests}/${id}.tool.yaml`;
  const isKnown = manifests.has(id);
  const { wireName } = value;
  const folded = foldWireName(typeof wireName === "string" ? wireName : id);
  // A name that another tool has on the wire stays with that tool.
  if (!isKnown && wireNames.has(folded)) delete value["wireName"];
  wireNames.add(folded);
  const schema = project.editorSchema && posix.relative(posix.dirname(path), project.editorSchema);
  return {
    id,
    tool,
    risk,
    path,
    value,
    place: tool.place,
    isKnown,
    write: () => manifestText(value, tool.origin, schema),
  };
}

function plannedTool(
  { id, path, risk, tool, isKnown }: ToolDraft,
  passed: ReadonlyMap<string, ToolNames>,
): PlannedTool {
  const { properties } = tool.schema;
  return {
    id,
    risk,
    parameters: isRecord(properties) ? Object.keys(properties).length : 0,
    origin: commentText(tool.origin),
    status: isKnown ? "exists" : passed.has(path) ? "new" : "left out",
  };
}

function toolFiles(
  { id, path, tool, write }: ToolDraft,
  passed: ReadonlyMap<string, ToolNames>,
  project: ImportProject,
  existing: ReadonlySet<string>,
): PlannedFile[] {
  const names = passed.get(path);
  const implementation = `${project.config.tools}/${id}.ts`;
  if (names === undefined || existing.has(implementation)) return [{ path, contents: write() }];
  return [
    { path, contents: write() },
    { path: implementation, contents: implementationText(tool, names, project) },
  ];
}
