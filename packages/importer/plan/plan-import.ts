import { posix } from "node:path";
import { analyze, nodeHost, type Host } from "@toolkiln/generator";
import type { RiskLevel } from "@toolkiln/runtime";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportPlan, ImportProject, ImportRequest, PlannedFile, PlanOptions } from "../import-plan.js";
import type { ImportedSource, ImportedTool } from "../imported-tool.js";
import { commentText, foldWireName, hidesText, isWireName, ToolIds } from "../names.js";
import { readSource } from "../read-source.js";
import { ImportReport, SourceError } from "../source/import-report.js";
import { implementationText, supportText } from "./implementation-text.js";
import { lintDrafts } from "./lint-drafts.js";
import { manifestOf, manifestText, yamlText } from "./manifest-text.js";
import type { Draft } from "./repair.js";

/** Decides what an import writes: manifests that pass lint, implementations and what they share. Nothing is written. */
export async function planImport(
  project: ImportProject,
  request: ImportRequest,
  options: PlanOptions = {},
): Promise<ImportPlan> {
  const { root, config } = project;
  const report = new ImportReport();
  const source = await readSource(request, project, report);
  const { tools, packages = [] } = source;
  const [first] = tools;
  if (options.id !== undefined && tools.length !== 1)
    throw new SourceError(
      "TK8004",
      request.kind,
      `--id names one tool, and this source has ${tools.length}.`,
    );
  const host = nodeHost(root);
  const existing = await existingProject(host, project);
  const drafts = tools.map((tool) => draftTool(tool, project, existing, options));
  const fresh = drafts.filter(({ isKnown }) => !isKnown);
  const shared = [...(source.definitions ?? [])].map(([path, $defs]): Draft => {
    const place = { source: first?.place.source ?? { file: path }, pointer: "" };
    const comment = ` Definitions that tools imported from ${commentText(place.source.file)} share.`;
    const value = { $defs };
    return { path: `${config.manifests}/${path}`, value, place, write: () => yamlText(value, comment) };
  });
  const { onProgress } = options;
  const settings = { config, report, project: existing.others, shared, ...(onProgress && { onProgress }) };
  const { names, warnings } = await lintDrafts(fresh, settings);
  const files: PlannedFile[] = [];
  const add = (path: string, contents: string): unknown => files.push({ path, contents });
  if (names.size > 0) {
    for (const { path, write } of shared) add(path, write());
    files.push(...(await supportFiles(source, project, host, report)));
  }
  for (const { id, path, tool, write } of fresh) {
    const found = names.get(path);
    if (found === undefined) continue;
    add(path, write());
    const implementation = `${config.tools}/${id}.ts`;
    if ((await host.kindOf(implementation)) !== "file")
      add(implementation, implementationText(tool, found, project));
  }
  for (const draft of drafts) reportDraft(draft, report);
  return {
    tools: drafts.map(({ id, path, risk, tool, isKnown }) => ({
      id,
      risk,
      parameters: Object.keys(isRecord(tool.schema["properties"]) ? tool.schema["properties"] : {}).length,
      origin: commentText(tool.origin),
      status: isKnown ? "exists" : names.has(path) ? "new" : "left out",
    })),
    files,
    packages: names.size === 0 ? [] : packages,
    diagnostics: await report.diagnostics(),
    warnings,
  };
}

/** What the project has before the import. */
interface ExistingProject {
  readonly ids: ToolIds;
  /** Manifests by the ids of their tools. */
  readonly manifests: ReadonlyMap<string, string>;
  readonly wireNames: Set<string>;
  /** The texts of other files beside the manifests. */
  readonly others: ReadonlyMap<string, string>;
}

async function existingProject(host: Host, { config }: ImportProject): Promise<ExistingProject> {
  const suffix = ".tool.yaml";
  const manifests = new Map<string, string>();
  const others = new Map<string, string>();
  for (const path of await host.listFiles(config.manifests)) {
    if (path.endsWith(suffix)) manifests.set(posix.basename(path, suffix), path);
    else if (/\.ya?ml$/.test(path)) others.set(path, new TextDecoder().decode(await host.readFile(path)));
  }
  const { models } = manifests.size === 0 ? { models: [] } : await analyze(host, config);
  const wireNames = new Set(models.map(({ spec }) => foldWireName(spec.wireName)));
  return { ids: new ToolIds(manifests.keys()), manifests, wireNames, others };
}

interface ToolDraft extends Draft {
  readonly id: string;
  readonly tool: ImportedTool;
  readonly risk: RiskLevel;
  /** Whether the project has a manifest of this id. */
  readonly isKnown: boolean;
}

function draftTool(
  tool: ImportedTool,
  { config, editorSchema }: ImportProject,
  { ids, manifests, wireNames }: ExistingProject,
  options: PlanOptions,
): ToolDraft {
  const id = ids.claim(options.id ?? tool.name);
  const risk = tool.risk ?? options.risk ?? "medium";
  const value = manifestOf(tool, { id, risk, category: options.category ?? tool.category ?? "custom" });
  const isKnown = manifests.has(id);
  const path = manifests.get(id) ?? `${config.manifests}/${id}.tool.yaml`;
  const { wireName = id } = value;
  const folded = foldWireName(String(wireName));
  // A name that another tool has on the wire stays with that tool.
  if (!isKnown && wireNames.has(folded)) delete value["wireName"];
  wireNames.add(folded);
  const schema = editorSchema && posix.relative(posix.dirname(path), editorSchema);
  const write = (): string => manifestText(value, tool.origin, schema);
  return { id, tool, risk, path, value, place: tool.place, isKnown, write };
}

function reportDraft({ id, path, place, isKnown, tool, value }: ToolDraft, report: ImportReport): void {
  if (isKnown) {
    const message = `The project has a tool \`${id}\` already; ${path} stays as it is.`;
    report.add("TK8003", place, message, "Remove the file to import the tool again.");
    return;
  }
  if (tool.keepsName === true && (value["wireName"] ?? id) !== tool.name) {
    const reason = isWireName(tool.name) ? "is the name of another tool" : "cannot be a name";
    report.lose(place, `\`${commentText(tool.name)}\` ${reason} on the wire; models see \`${id}\`.`);
  }
  if (hidesText(tool.description))
    report.lose(place, `The description of \`${id}\` has characters that cannot be seen; they were removed.`);
}

/** The helpers that implementations import; one that is there already stays, and is reported when it differs. */
async function supportFiles(
  { support = [], tools }: ImportedSource,
  { config }: ImportProject,
  host: Host,
  report: ImportReport,
): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const file of support) {
    const path = `${config.tools}/${file.path}`;
    const contents = supportText(file, config);
    const bytes = await host.readFile(path);
    if (bytes === undefined) planned.push({ path, contents });
    else if (new TextDecoder().decode(bytes) !== contents && tools[0] !== undefined) {
      const message = `${path} exists and differs from what this import would write; it stays as it is.`;
      const help = "Move your changes elsewhere and remove the file to get the new one.";
      report.add("TK8003", { source: tools[0].place.source, pointer: "" }, message, help);
    }
  }
  return planned;
}
