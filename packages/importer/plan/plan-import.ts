import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix, resolve } from "node:path";
import { analyze, nodeHost, type Host } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource, ImportedTool } from "../imported-tool.js";
import { commentText, idAssigner, visibleText } from "../names.js";
import { SourceError, unlessEmpty, type ImportReport } from "../source/part.js";
import { isUrl } from "../source/read-document.js";
import { draftText, manifestSuffix, templateText, toolText, type Draft } from "./file-text.js";
import type { ImportPlan, ImportProject, ImportRequest, PlannedTool, PlanOptions } from "./import-plan.js";
import { lintDrafts, type ToolDraft } from "./lint-drafts.js";

/** Plans an import without writing: manifests that pass lint, implementations and shared files. */
export async function planImport(
  project: ImportProject,
  request: ImportRequest,
  options: PlanOptions = {},
): Promise<ImportPlan> {
  const report: ImportReport = new Map();
  try {
    const plan = await planTools(await readSource(request, project, report), project, options);
    const diagnostics = [...report.values()].toSorted(
      ({ range: { start: a } }, { range: { start: b } }) => a.line - b.line || a.column - b.column,
    );
    return { ...plan, diagnostics };
  } catch (error) {
    // Sources are read recursively; one that is nested too deeply overflows the stack.
    const isCircular = error instanceof TypeError && error.message.includes("circular");
    if (!(error instanceof RangeError) && !isCircular) throw error;
    const file = request.kind === "mcp" ? "mcp" : request.location;
    throw new SourceError("TK1005", file, "References or values are nested too deeply.");
  }
}

/** Readers are lazy-loaded: some load a compiler. */
const readers = {
  typescript: async () => (await import("../typescript/import-typescript.js")).importTypescript,
  code: async () => (await import("../code/import-code.js")).importCode,
  definitions: async () => (await import("../definitions/import-definitions.js")).importDefinitions,
  "json-schema": async () => (await import("../definitions/import-definitions.js")).importJsonSchema,
};

async function readSource(
  request: ImportRequest,
  project: ImportProject,
  report: ImportReport,
): Promise<ImportedSource> {
  if (request.kind === "mcp")
    return (await import("../mcp/import-mcp.js")).importMcp(request, request.folder, report);
  const [label = "", name] = request.location.split("#");
  const file = { label, path: isUrl(label) ? label : resolve(request.folder, label), name, report };
  if (request.kind !== "openapi") return (await readers[request.kind]())(file);
  return (await import("../openapi/import-openapi.js")).importOpenapi(file, request, project);
}

async function planTools(
  { tools, support = {}, definitions = new Map(), packages = [] }: ImportedSource,
  project: ImportProject,
  options: PlanOptions,
): Promise<Omit<ImportPlan, "diagnostics">> {
  const { root, config } = project;
  const source = tools[0]?.place.source.file ?? "";
  if (options.id !== undefined && tools.length !== 1) {
    const message = `--id applies to a single tool, but this source has ${tools.length}.`;
    throw new SourceError("TK8004", source, message);
  }
  const host = nodeHost(root);
  const existing = await existingProject(host, project);
  const drafts = tools.map((tool) => draftTool(tool, project, existing, options));
  const shared = [...definitions].map(([file, $defs]): Draft => {
    const comment = ` Definitions that tools imported from ${commentText(source)} share.`;
    return { path: `${config.manifests}/shared/${file}`, value: { $defs }, comment };
  });
  const fresh = drafts.filter(({ planned }) => planned.status === "new");
  const passed = await lintDrafts(fresh, shared, existing.others, config, options.onProgress);
  const planned = drafts.map((draft): PlannedTool => {
    const isLeftOut = draft.planned.status === "new" && !passed.has(draft);
    return isLeftOut ? { ...draft.planned, status: "left out" } : draft.planned;
  });
  if (passed.size === 0) return { tools: planned, files: [], packages: [] };
  const files = [...shared, ...passed.keys()].map((draft) => ({
    path: draft.path,
    contents: draftText(draft),
  }));
  const code = [
    ...Object.entries(support).map(([name, [template, values]]) => ({
      path: `${config.tools}/support/${name}`,
      contents: templateText(config, template, values),
    })),
    ...[...passed].map(([{ tool }, names]) => ({
      path: `${config.tools}/${names.file}.ts`,
      contents: toolText(tool, names, project),
    })),
  ];
  // Existing files in the tools folder are kept.
  for (const file of code) if ((await host.kindOf(file.path)) !== "file") files.push(file);
  return { tools: planned, files, packages };
}

async function existingProject(host: Host, { config }: ImportProject) {
  const manifests = new Map<string, string>();
  const others = new Map<string, string>();
  for (const path of await host.listFiles(config.manifests)) {
    if (path.endsWith(manifestSuffix)) manifests.set(posix.basename(path, manifestSuffix), path);
    else if (/\.ya?ml$/.test(path)) others.set(path, new TextDecoder().decode(await host.readFile(path)));
  }
  const { models } = manifests.size === 0 ? { models: [] } : await analyze(host, config);
  const wireNames = new Set(models.map(({ spec }) => foldWireName(spec.wireName)));
  return { assignId: idAssigner(manifests.keys()), manifests, wireNames, others };
}

/** Normalizes wire names that a provider treats as equal. */
function foldWireName(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, "_");
}

/** Maximum size of a manifest that the generator reads. */
const maxSize = 1024 * 1024;

/** Drafts the manifest of a tool; its file may already exist. Reports changed names and texts. */
function draftTool(
  tool: ImportedTool,
  { config, editorSchema }: ImportProject,
  { assignId, manifests, wireNames }: Awaited<ReturnType<typeof existingProject>>,
  options: PlanOptions,
): ToolDraft & { readonly planned: PlannedTool } {
  const { name, keepsName = false, place, risk = options.risk ?? "medium" } = tool;
  const id = assignId(options.id ?? name);
  const known = manifests.get(id);
  const path = known ?? `${config.manifests}/${id}${manifestSuffix}`;
  const isFree = !wireNames.has(foldWireName(keepsName ? name : id));
  const isName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name);
  const wireName = keepsName && isFree && isName ? name : id;
  wireNames.add(foldWireName(wireName));
  const data = unlessEmpty(tool.result);
  const value = {
    id,
    wireName: wireName === id ? undefined : wireName,
    name: visibleText(tool.title ?? "").replaceAll("\n", " ") || undefined,
    description: `${place.visible(tool.description)}\n`,
    category: "custom",
    risk,
    schema: unlessEmpty(tool.schema),
    result: data === undefined ? "structured" : { kind: `${id.replaceAll("-", "_")}.result`, data },
    ...tool.manifest,
  };
  const isTooLarge = JSON.stringify(value).length > maxSize;
  if (known !== undefined) {
    const message = `The project already has a tool \`${id}\`; ${path} was not changed.`;
    place.report("TK8003", message, "Remove the file to import the tool again.");
  } else if (isTooLarge) place.report("TK8002", "The tool was left out: its schema is larger than 1 MiB.");
  else if (keepsName && wireName !== name) {
    const reason = isFree ? "cannot be a wire name" : "is the wire name of another tool";
    place.warn(`\`${commentText(name)}\` ${reason}; models see \`${id}\`.`);
  }
  const editor = editorSchema && posix.relative(posix.dirname(path), editorSchema);
  const comment = `${editor === undefined ? "" : ` yaml-language-server: $schema=${editor}\n`} Imported from ${commentText(tool.origin)}.`;
  const { properties } = tool.schema;
  const parameters = isRecord(properties) ? Object.keys(properties).length : 0;
  const status = known !== undefined ? "exists" : isTooLarge ? "left out" : "new";
  const planned: PlannedTool = { id, risk, parameters, origin: commentText(tool.origin), status };
  return { tool, path, value, comment, planned };
}

/** Writes the files of a plan. Throws if one exists or has a symlink in its path. */
export async function writeImport({ root }: ImportProject, { files }: ImportPlan): Promise<void> {
  const host = nodeHost(root);
  for (const { path } of files) {
    const kind = await host.kindOf(path);
    if (kind === "missing") continue;
    const found = kind === "link" ? "contains a symbolic link" : "already exists";
    throw new SourceError("TK6008", path, `${path} ${found}, so nothing was written.`);
  }
  for (const { path, contents } of files) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, contents, { flag: "wx" });
  }
}
