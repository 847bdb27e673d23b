import { posix } from "node:path";
import { analyze, nodeHost, type Host } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportPlan, ImportProject, ImportRequest, PlannedFile, PlanOptions } from "../import-plan.js";
import type { ImportedTool } from "../imported-tool.js";
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
  const { tools, support = [], definitions = [], packages = [] } = await readSource(request, project, report);
  if (options.id !== undefined && tools.length !== 1) {
    const message = `--id names one tool, and this source has ${tools.length}.`;
    throw new SourceError("TK8004", request.kind, message);
  }
  const host = nodeHost(root);
  const existing = await existingProject(host, project);
  const drafts = tools.map((tool) => draftTool(tool, project, existing, options));
  const shared = [...definitions].map(([path, $defs]): Draft => {
    const place = { source: tools[0]?.place.source ?? { file: path }, pointer: "" };
    const comment = ` Definitions that tools imported from ${commentText(place.source.file)} share.`;
    const value = { $defs };
    return { path: `${config.manifests}/${path}`, value, place, write: () => yamlText(value, comment) };
  });
  const { others } = existing;
  const fresh = drafts.filter(({ isKnown }) => !isKnown);
  const { onProgress } = options;
  const passed = await lintDrafts(fresh, { config, report, others, shared, onProgress });
  const files: PlannedFile[] =
    passed.size === 0 ? [] : shared.map(({ path, write }) => ({ path, contents: write() }));
  /** Files of the tools folder that are there stay as they are. */
  const addNew = async (name: string, contents: string): Promise<void> => {
    const path = `${config.tools}/${name}`;
    if ((await host.kindOf(path)) !== "file") files.push({ path, contents });
  };
  if (passed.size > 0) for (const file of support) await addNew(file.path, supportText(file, config));
  for (const draft of fresh) {
    const names = passed.get(draft);
    if (names === undefined) continue;
    files.push({ path: draft.path, contents: draft.write() });
    await addNew(`${draft.id}.ts`, implementationText(draft.tool, names, project));
  }
  for (const draft of drafts) reportDraft(draft, report);
  return {
    tools: drafts.map((draft) => ({
      id: draft.id,
      risk: draft.risk,
      parameters: countParameters(draft.tool),
      origin: commentText(draft.tool.origin),
      status: draft.isKnown ? "exists" : passed.has(draft) ? "new" : "left out",
    })),
    files,
    packages: passed.size === 0 ? [] : packages,
    diagnostics: await report.diagnostics(),
  };
}

/** What the project has before the import. */
async function existingProject(host: Host, { config }: ImportProject) {
  const suffix = ".tool.yaml";
  /** By the ids of their tools. */
  const manifests = new Map<string, string>();
  /** The texts of the other files beside the manifests. */
  const others = new Map<string, string>();
  for (const path of await host.listFiles(config.manifests)) {
    if (path.endsWith(suffix)) manifests.set(posix.basename(path, suffix), path);
    else if (/\.ya?ml$/.test(path)) others.set(path, new TextDecoder().decode(await host.readFile(path)));
  }
  const { models } = manifests.size === 0 ? { models: [] } : await analyze(host, config);
  const wireNames = new Set(models.map(({ spec }) => foldWireName(spec.wireName)));
  return { ids: new ToolIds(manifests.keys()), manifests, wireNames, others };
}

/** The manifest of a tool, which may be there already. */
function draftTool(
  tool: ImportedTool,
  { config, editorSchema }: ImportProject,
  { ids, manifests, wireNames }: Awaited<ReturnType<typeof existingProject>>,
  options: PlanOptions,
) {
  const id = ids.claim(options.id ?? tool.name);
  const risk = tool.risk ?? options.risk ?? "medium";
  const value = manifestOf(tool, id, { category: options.category ?? tool.category ?? "custom", risk });
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

function countParameters({ schema: { properties } }: ImportedTool): number {
  return isRecord(properties) ? Object.keys(properties).length : 0;
}

function reportDraft(draft: ReturnType<typeof draftTool>, report: ImportReport): void {
  const { id, path, place, isKnown, tool, value } = draft;
  if (isKnown) {
    const message = `The project has a tool \`${id}\` already; ${path} stays as it is.`;
    return report.add("TK8003", place, message, "Remove the file to import the tool again.");
  }
  if (tool.keepsName === true && (value["wireName"] ?? id) !== tool.name) {
    const reason = isWireName(tool.name) ? "is the name of another tool" : "cannot be a name";
    report.lose(place, `\`${commentText(tool.name)}\` ${reason} on the wire; models see \`${id}\`.`);
  }
  if (hidesText(tool.description))
    report.lose(place, `The description of \`${id}\` has characters that cannot be seen; they were removed.`);
}
