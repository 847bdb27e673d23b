import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix, resolve } from "node:path";
import { analyze, nodeHost, type Host } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource, ImportedTool } from "../imported-tool.js";
import { commentText, idAssigner } from "../names.js";
import { ImportReport, SourceError } from "../source/part.js";
import { isUrl } from "../source/read-document.js";
import { manifestOf, manifestText, templateText, toolText, yamlText } from "./file-text.js";
import type { ImportPlan, ImportProject, ImportRequest, PlannedTool, PlanOptions } from "./import-plan.js";
import { lintDrafts, type Draft } from "./lint-drafts.js";

/** Plans an import without writing: manifests that pass lint, implementations and shared files. */
export async function planImport(
  project: ImportProject,
  request: ImportRequest,
  options: PlanOptions = {},
): Promise<ImportPlan> {
  const report = new ImportReport();
  try {
    const plan = await planTools(await readSource(request, project, report), project, options);
    return { ...plan, diagnostics: report.diagnostics() };
  } catch (error) {
    // Sources are read recursively; one that is nested too deeply overflows the stack.
    const isCircular = error instanceof TypeError && error.message.includes("circular");
    if (!(error instanceof RangeError) && !isCircular) throw error;
    const file = request.kind === "mcp" ? "mcp" : request.location;
    throw new SourceError("TK1005", file, "References or values are nested too deep.");
  }
}

/** Reads the tools of a source. Readers are lazy-loaded: some load a compiler. */
async function readSource(
  request: ImportRequest,
  project: ImportProject,
  report: ImportReport,
): Promise<ImportedSource> {
  if (request.kind === "mcp")
    return (await import("../mcp/import-mcp.js")).importMcp(request, request.folder, report);
  const [label = "", name] = request.location.split("#");
  const file = { label, path: isUrl(label) ? label : resolve(request.folder, label), name, report };
  switch (request.kind) {
    case "openapi":
      return (await import("../openapi/import-openapi.js")).importOpenapi(file, request, project);
    case "typescript":
      return (await import("../typescript/import-typescript.js")).importTypescript(file);
    case "code":
      return (await import("../code/import-code.js")).importCode(file);
    case "definitions":
      return (await import("../definitions/import-definitions.js")).importDefinitions(file);
    case "json-schema":
      return (await import("../definitions/import-definitions.js")).importJsonSchema(file);
    default:
      return request satisfies never;
  }
}

async function planTools(
  { tools, support = [], definitions = new Map(), packages = [] }: ImportedSource,
  project: ImportProject,
  options: PlanOptions,
): Promise<Omit<ImportPlan, "diagnostics">> {
  const { root, config } = project;
  const source = tools[0]?.place.source.file ?? "";
  if (options.id !== undefined && tools.length !== 1)
    throw new SourceError(
      "TK8004",
      source,
      `--id applies to a single tool, but this source has ${tools.length}.`,
    );
  const host = nodeHost(root);
  const existing = await existingProject(host, project);
  const drafts = tools.map((tool) => draftTool(tool, project, existing, options));
  const comment = ` Definitions that tools imported from ${commentText(source)} share.`;
  const shared = [...definitions].map(([file, $defs]): Draft => {
    const value = { $defs };
    return { path: `${config.manifests}/shared/${file}`, value, write: () => yamlText(value, comment) };
  });
  const fresh = drafts.filter(({ planned }) => planned.status === "new");
  const passed = await lintDrafts(fresh, shared, existing.others, config, options.onProgress);
  const planned = drafts.map((draft): PlannedTool => {
    const isLeftOut = draft.planned.status === "new" && !passed.has(draft);
    return isLeftOut ? { ...draft.planned, status: "left out" } : draft.planned;
  });
  if (passed.size === 0) return { tools: planned, files: [], packages: [] };
  const files = [...shared, ...passed.keys()].map(({ path, write }) => ({ path, contents: write() }));
  const code = [
    ...support.map((file) => ({ path: `support/${file.name}`, contents: templateText(file, config) })),
    ...[...passed].map(([{ tool }, names]) => ({
      path: `${names.file}.ts`,
      contents: toolText(tool, names, project),
    })),
  ];
  for (const { path: name, contents } of code) {
    const path = `${config.tools}/${name}`;
    // Existing files in the tools folder are kept.
    if ((await host.kindOf(path)) !== "file") files.push({ path, contents });
  }
  return { tools: planned, files, packages };
}

async function existingProject(host: Host, { config }: ImportProject) {
  const suffix = ".tool.yaml";
  const manifests = new Map<string, string>();
  const others = new Map<string, string>();
  for (const path of await host.listFiles(config.manifests)) {
    if (path.endsWith(suffix)) manifests.set(posix.basename(path, suffix), path);
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

/** Drafts the manifest of a tool, which may exist. Reports changed names and texts. */
function draftTool(
  tool: ImportedTool,
  { config, editorSchema }: ImportProject,
  { assignId, manifests, wireNames }: Awaited<ReturnType<typeof existingProject>>,
  options: PlanOptions,
): Draft & { readonly tool: ImportedTool; readonly planned: PlannedTool } {
  const { name, keepsName = false, place, schema, risk = options.risk ?? "medium" } = tool;
  const id = assignId(options.id ?? name);
  const known = manifests.get(id);
  const path = known ?? `${config.manifests}/${id}.tool.yaml`;
  const isFree = !wireNames.has(foldWireName(keepsName ? name : id));
  const isName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name);
  const wireName = keepsName && isFree && isName ? name : id;
  wireNames.add(foldWireName(wireName));
  if (known !== undefined) {
    const message = `The project has a tool \`${id}\` already; ${path} stays as it is.`;
    place.source.report.add("TK8003", place, message, "Remove the file to import the tool again.");
  } else if (keepsName && wireName !== name) {
    const reason = isFree ? "cannot be a wire name" : "is the wire name of another tool";
    place.warn(`\`${commentText(name)}\` ${reason}; models see \`${id}\`.`);
  }
  const value = manifestOf(tool, id, wireName, risk);
  const editor = editorSchema && posix.relative(posix.dirname(path), editorSchema);
  const parameters = isRecord(schema["properties"]) ? Object.keys(schema["properties"]).length : 0;
  const status = known === undefined ? "new" : "exists";
  const planned: PlannedTool = { id, risk, parameters, origin: commentText(tool.origin), status };
  return { tool, planned, path, value, write: () => manifestText(value, tool.origin, editor) };
}

/** Writes the files of a plan. Throws if one exists or has a symlink in its path. */
export async function writeImport({ root }: ImportProject, { files }: ImportPlan): Promise<void> {
  const host = nodeHost(root);
  for (const { path } of files) {
    const kind = await host.kindOf(path);
    if (kind === "missing") continue;
    const found = kind === "link" ? "leads through a symbolic link" : "exists already";
    throw new SourceError("TK6008", path, `${path} ${found}, so nothing was written.`);
  }
  for (const { path, contents } of files) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, contents, { flag: "wx" });
  }
}
