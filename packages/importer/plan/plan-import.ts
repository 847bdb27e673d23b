import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix, resolve } from "node:path";
import { analyze, nodeHost, type Host } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource, ImportedTool } from "../imported-tool.js";
import { commentText, hidesText, isWireName, ToolIds } from "../names.js";
import { ImportReport, Part, SourceError } from "../source/part.js";
import { isAddress } from "../source/read-document.js";
import { implementationText, supportText } from "./implementation-text.js";
import type {
  ImportPlan,
  ImportProject,
  ImportRequest,
  PlannedFile,
  PlannedTool,
  PlanOptions,
} from "./import-plan.js";
import { lintDrafts, type Draft } from "./lint-drafts.js";
import { manifestOf, manifestText, yamlText } from "./manifest-text.js";

/** Plans an import without writing: manifests that pass lint, implementations and shared files. */
export async function planImport(
  project: ImportProject,
  request: ImportRequest,
  options: PlanOptions = {},
): Promise<ImportPlan> {
  try {
    return await plan(project, request, options);
  } catch (error) {
    // Sources are read recursively, and their depth is not known in advance.
    const isCircular = error instanceof TypeError && error.message.includes("circular");
    if (!(error instanceof RangeError) && !isCircular) throw error;
    const file = request.kind === "mcp" ? "mcp" : request.location;
    throw new SourceError("TK1005", file, "References or values are nested too deep.");
  }
}

async function plan(
  project: ImportProject,
  request: ImportRequest,
  options: PlanOptions,
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
    const place = new Part(tools[0]?.place.source ?? { file: path, report }, undefined);
    const comment = ` Definitions that tools imported from ${commentText(place.source.file)} share.`;
    const value = { $defs };
    return { path: `${config.manifests}/${path}`, value, place, write: () => yamlText(value, comment) };
  });
  const fresh = drafts.filter(({ planned }) => planned.status === "new");
  const { onProgress } = options;
  const passed = await lintDrafts(fresh, { config, report, others: existing.others, shared, onProgress });
  const written = [
    ...support.map((file) => ({
      path: `${config.tools}/support/${file.name}`,
      contents: supportText(file, config),
    })),
    ...[...passed].map(([{ planned, tool }, names]) => ({
      path: `${config.tools}/${planned.id}.ts`,
      contents: implementationText(tool, names, project),
    })),
  ];
  const files: PlannedFile[] = [...shared, ...passed.keys()].map(({ path, write }) => ({
    path,
    contents: write(),
  }));
  // Existing files in the tools folder are kept.
  for (const file of written) if ((await host.kindOf(file.path)) !== "file") files.push(file);
  return {
    tools: drafts.map((draft) =>
      draft.planned.status === "new" && !passed.has(draft)
        ? { ...draft.planned, status: "left out" }
        : draft.planned,
    ),
    files: passed.size === 0 ? [] : files,
    packages: passed.size === 0 ? [] : packages,
    diagnostics: report.diagnostics(),
  };
}

/** Reads the tools of a source. Readers are lazy-loaded: some load a compiler. */
async function readSource(
  request: ImportRequest,
  project: ImportProject,
  report: ImportReport,
): Promise<ImportedSource> {
  if (request.kind === "mcp")
    return (await import("../mcp/import-mcp.js")).importMcp(request, request.folder, report);
  const [shown = "", name] = request.location.split("#");
  const file = { shown, path: isAddress(shown) ? shown : resolve(request.folder, shown), name, report };
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
  return { ids: new ToolIds(manifests.keys()), manifests, wireNames, others };
}

/** Normalizes wire names that a provider treats as equal. */
function foldWireName(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, "_");
}

/** Drafts the manifest of a tool, which may exist. Reports changed names and texts. */
function draftTool(
  tool: ImportedTool,
  { config, editorSchema }: ImportProject,
  { ids, manifests, wireNames }: Awaited<ReturnType<typeof existingProject>>,
  options: PlanOptions,
): Draft & { readonly tool: ImportedTool; readonly planned: PlannedTool } {
  const { name, keepsName = false, place, schema, description } = tool;
  const id = ids.claim(options.id ?? name);
  const known = manifests.get(id);
  const path = known ?? `${config.manifests}/${id}.tool.yaml`;
  // An existing tool keeps its wire name.
  const isFree = known !== undefined || !wireNames.has(foldWireName(keepsName ? name : id));
  const wireName = keepsName && isFree && isWireName(name) ? name : id;
  wireNames.add(foldWireName(wireName));
  if (known !== undefined) {
    const message = `The project has a tool \`${id}\` already; ${path} stays as it is.`;
    place.source.report.add("TK8003", place, message, "Remove the file to import the tool again.");
  } else if (keepsName && wireName !== name) {
    const reason = isFree ? "cannot be a name" : "is the name of another tool";
    place.lose(`\`${commentText(name)}\` ${reason} on the wire; models see \`${id}\`.`);
  }
  if (known === undefined && hidesText(description))
    place.lose(`The description of \`${id}\` has characters that cannot be seen; they were removed.`);
  const risk = tool.risk ?? options.risk ?? "medium";
  const value = manifestOf(tool, id, wireName, risk);
  const editor = editorSchema && posix.relative(posix.dirname(path), editorSchema);
  const parameters = isRecord(schema["properties"]) ? Object.keys(schema["properties"]).length : 0;
  const status = known === undefined ? "new" : "exists";
  const planned: PlannedTool = { id, risk, parameters, origin: commentText(tool.origin), status };
  return { tool, planned, path, value, place, write: () => manifestText(value, tool.origin, editor) };
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
