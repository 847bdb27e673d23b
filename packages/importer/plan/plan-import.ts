import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, posix, resolve, sep } from "node:path";
import { analyze, implementationText, moduleSpecifier, nodeHost } from "@toolkiln/generator";
import type { Diagnostic, GeneratedFile, Host, ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { RiskLevel } from "@toolkiln/runtime";
import type { ImportedSource, ImportedTool, Texts } from "../imported-tool.js";
import type { McpOptions } from "../mcp/import-mcp.js";
import { commentText, idAssigner, visibleText } from "../names.js";
import type { OpenapiOptions } from "../openapi/import-openapi.js";
import { SourceError, unlessEmpty, type Source } from "../source/part.js";
import { isUrl } from "../source/read-document.js";
import { draftText, lintDrafts, manifestSuffix, type Draft, type ToolDraft } from "./draft.js";

/** What to import; relative locations are resolved from `folder`. */
export type ImportRequest = { readonly folder: string } & (
  | ({ readonly kind: "openapi"; readonly location: string } & OpenapiOptions)
  | ({ readonly kind: "mcp" } & McpOptions)
  | { readonly kind: "typescript" | "code" | "definitions" | "json-schema"; readonly location: string }
);

/** The project that tools are imported into. */
export interface ImportProject {
  readonly root: string;
  readonly config: GeneratorConfig;
  /** The manifest schema for editors, relative to the project. */
  readonly editorSchema?: string;
}

/** A tool of the source; only those that are new are written. */
export interface PlannedTool {
  readonly id: string;
  readonly risk: RiskLevel;
  readonly parameters: number;
  readonly origin: string;
  readonly status: "new" | "exists" | "left out";
}

/** Everything that an import would do. */
export interface ImportPlan {
  readonly tools: readonly PlannedTool[];
  readonly files: readonly GeneratedFile[];
  /** Packages that the implementations import. */
  readonly packages: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans an import without writing: manifests that pass lint, implementations and shared files. */
export async function planImport(
  project: ImportProject,
  request: ImportRequest,
  onProgress?: (done: number, total: number) => void,
): Promise<ImportPlan> {
  const report: Source["report"] = new Map();
  try {
    const plan = await planTools(await readSource(request, project, report), project, onProgress);
    const diagnostics = [...report.values()].toSorted(
      ({ range: { start: a } }, { range: { start: b } }) => a.line - b.line || a.column - b.column,
    );
    return { ...plan, diagnostics };
  } catch (error) {
    // Sources are read recursively; one that is nested too deeply overflows the stack.
    const isCircular = error instanceof TypeError && error.message.includes("circular");
    if (!(error instanceof RangeError) && !isCircular) throw error;
    const file = request.kind === "mcp" ? "mcp" : request.location;
    throw new SourceError(file, "References or values are nested too deeply.", "TK1005");
  }
}

/** Readers are lazy-loaded: some load a compiler. */
const readers = {
  typescript: async () => (await import("../typescript/import-typescript.js")).importTypescript,
  code: async () => (await import("../code/import-code.js")).importCode,
  definitions: async () => (await import("../definitions/import-definitions.js")).importDefinitions,
  "json-schema": async () => (await import("../definitions/import-definitions.js")).importJsonSchema,
};

async function readSource(request: ImportRequest, project: ImportProject, report: Source["report"]) {
  if (request.kind === "mcp") return (await import("../mcp/import-mcp.js")).importMcp(request, report);
  const [label = "", name] = request.location.split("#");
  const file = { label, path: isUrl(label) ? label : resolve(request.folder, label), name, report };
  if (request.kind !== "openapi") return (await readers[request.kind]())(file);
  return (await import("../openapi/import-openapi.js")).importOpenapi(file, request, project);
}

async function planTools(
  { tools, support = {}, definitions = new Map() }: ImportedSource,
  project: ImportProject,
  onProgress: Parameters<typeof planImport>[2],
): Promise<Omit<ImportPlan, "diagnostics">> {
  const { root, config } = project;
  const source = tools[0]?.place.source.file ?? "";
  const host = nodeHost(root);
  const existing = await existingProject(host, project);
  const drafts = tools.map((tool) => draftTool(tool, project, existing));
  const shared = [...definitions].map(([file, $defs]): Draft => {
    const comment = ` Definitions shared by the tools imported from ${commentText(source)}.`;
    return { path: `${config.manifests}/shared/${file}`, value: { $defs }, comment };
  });
  const fresh = drafts.filter(({ planned }) => planned.status === "new");
  const passed = await lintDrafts(fresh, shared, existing.others, config, onProgress);
  for (const draft of fresh) if (!passed.has(draft)) draft.planned.status = "left out";
  const planned = drafts.map((draft) => draft.planned);
  if (passed.size === 0) return { tools: planned, files: [], packages: [] };
  const files = [...shared, ...passed.keys()].map((draft) => file(draft.path, draftText(draft)));
  const code = Object.entries(support).map(([name, template]) =>
    file(`${config.tools}/support/${name}`, templateText(config, ...template)),
  );
  for (const [{ tool }, names] of passed)
    code.push(file(`${config.tools}/${names.file}.ts`, toolText(tool, names, project)));
  // Existing files in the tools folder are kept.
  for (const one of code) if ((await host.kindOf(one.path)) !== "file") files.push(one);
  const packages = "mcp-connection.ts" in support ? ["@modelcontextprotocol/client"] : [];
  return { tools: planned, files, packages };
}

const file = (path: string, contents: string): GeneratedFile => ({ path, contents });

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

/** Returns the same text for wire names that some provider treats as equal. */
const foldWireName = (name: string): string => name.toLowerCase().replaceAll(/[-.]/g, "_");

/** Drafts the manifest of a tool; its file may already exist. Reports changed names and texts. */
function draftTool(
  tool: ImportedTool,
  { config, editorSchema }: ImportProject,
  { assignId, manifests, wireNames }: Awaited<ReturnType<typeof existingProject>>,
): ToolDraft & { readonly planned: PlannedTool & { status: PlannedTool["status"] } } {
  const { name, keepsName = false, place, risk = "medium" } = tool;
  const id = assignId(name);
  const known = manifests.get(id);
  const path = known ?? `${config.manifests}/${id}${manifestSuffix}`;
  const isFree = !wireNames.has(foldWireName(keepsName ? name : id));
  const isValidName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name);
  const wireName = keepsName && isFree && isValidName ? name : id;
  wireNames.add(foldWireName(wireName));
  const data = unlessEmpty(tool.result);
  const value = place.mark({
    id,
    wireName: wireName === id ? undefined : wireName,
    name: visibleText(tool.title ?? "").replaceAll("\n", " ") || undefined,
    description: `${place.visible(tool.description)}\n`,
    category: "custom",
    risk,
    schema: unlessEmpty(tool.schema),
    result: data === undefined ? "structured" : { kind: `${id.replaceAll("-", "_")}.result`, data },
    ...tool.manifest,
  });
  if (known !== undefined) {
    const message = `The project already has a tool \`${id}\`; ${path} was not changed.`;
    place.warn(message, "Remove the file to import the tool again.", "TK8003");
  } else if (keepsName && wireName !== name) {
    const reason = isFree ? "cannot be a wire name" : "is the wire name of another tool";
    place.warn(`\`${commentText(name)}\` ${reason}; models see \`${id}\`.`);
  }
  const editor = editorSchema && posix.relative(posix.dirname(path), editorSchema);
  const comment = `${editor === undefined ? "" : ` yaml-language-server: $schema=${editor}\n`} Imported from ${commentText(tool.origin)}.`;
  const properties = place.with(tool.schema).get("properties").members();
  const parameters = properties.filter(([, { record }]) => record["x-inject"] === undefined).length;
  const status = known === undefined ? "new" : "exists";
  const planned = { id, risk, parameters, origin: commentText(tool.origin), status } as const;
  return { tool, path, value, comment, planned };
}

/** Writes the implementation of an imported tool, or a stub if the source has none. */
function toolText({ origin, implementation }: ImportedTool, names: ToolNames, project: ImportProject) {
  const { root, config } = project;
  const comment = `// Imported from ${commentText(origin)}.\n`;
  if (implementation === undefined) return comment + implementationText(names, config);
  // Absolute paths, because a source may be outside the project.
  const folder = resolve(root, config.tools).split(sep).join("/");
  const imports = Object.entries(implementation.imports).map(([file, name]) => {
    const path = resolve(folder, file).split(sep).join("/");
    const module = /\.tsx?$/.test(path)
      ? moduleSpecifier(folder, path.replace(/\.tsx?$/, ""), config)
      : moduleSpecifier(folder, path.replace(/\.mts$/, ".mjs"), { ...config, importExtension: "none" });
    return `import { ${name} } from ${JSON.stringify(module)};`;
  });
  const { data } = names;
  const body = implementation.statements(data);
  const mentions = (name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(body);
  const takes = mentions("context") ? "params, context" : mentions("params") ? "params" : "";
  const types = mentions(data) ? [`type ${data}`] : [];
  return comment + implementationText(names, config, { imports, names: types, takes, body });
}

/** Fills in a template. `{{./name}}` is a file in `support/`. */
function templateText(config: GeneratorConfig, template: string, values: Texts = {}): string {
  const folder = dirname(createRequire(import.meta.url).resolve("@toolkiln/importer/package.json"));
  const text = readFileSync(join(folder, `templates/${template}.ts.txt`), "utf8");
  const valueOf = (_: string, word: string): string => values[word] ?? moduleSpecifier("", word, config);
  return text.replaceAll(/\{\{([\w./-]+)\}\}/g, valueOf);
}

/** Writes the files of a plan. Throws if one exists or has a symlink in its path. */
export async function writeImport({ root }: ImportProject, { files }: ImportPlan): Promise<void> {
  const host = nodeHost(root);
  for (const { path } of files) {
    const kind = await host.kindOf(path);
    if (kind === "missing") continue;
    const found = kind === "link" ? "contains a symbolic link" : "already exists";
    throw new SourceError(path, `${path} ${found}, so nothing was written.`, "TK6008");
  }
  for (const { path, contents } of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), contents, { flag: "wx" });
  }
}
