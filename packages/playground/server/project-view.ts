import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { analyze, nodeHost, toolsetMembers, type Diagnostic, type ToolModel } from "@toolkiln/generator";
import { findDrift } from "@toolkiln/generator/drift";
import { chooseToolset, pathIn, type Project, type ToolFilter } from "@toolkiln/project";
import type { RenderableResult } from "@toolkiln/render/html";
import type { Catalogue, CatalogueTool, Params, ToolDetail } from "../protocol.js";

export interface ProjectTool {
  readonly summary: CatalogueTool;
  readonly project: Project;
  readonly model: ToolModel | undefined;
  /** The manifest, relative to the project. */
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
}

const manifestSuffix = ".tool.yaml";
/** The executor's default, in milliseconds. */
const defaultTimeout = 120_000;

/** The current tools and diagnostics of projects. */
export class ProjectView {
  readonly projects: readonly Project[];
  readonly #isSelected: ToolFilter;
  #tools = new Map<string, ProjectTool>();
  toolsets: Catalogue["toolsets"] = [];

  constructor(projects: readonly Project[], toolset: string | undefined) {
    this.projects = projects;
    this.#isSelected = chooseToolset(projects, toolset);
  }

  /** Reads the manifests again. If a manifest has errors, its last valid version is kept. */
  async refresh(): Promise<void> {
    const tools = new Map<string, ProjectTool>();
    const toolsets: Catalogue["toolsets"][number][] = [];
    for (const project of this.projects) {
      const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
      const isStale = await staleCheck(project);
      const byFile = new Map(models.map((model) => [model.origin.file, model]));
      const broken = diagnostics.filter(({ severity }) => severity === "error").map(({ file }) => file);
      const files = [...byFile.keys(), ...broken.filter((file) => file.endsWith(manifestSuffix))];
      for (const file of new Set(files)) {
        const id = byFile.get(file)?.spec.id ?? basename(file, manifestSuffix);
        const model = byFile.get(file) ?? this.#tools.get(id)?.model;
        const spec = model?.spec ?? { id, category: "", risk: "safe" };
        if (!this.#isSelected(spec, project)) continue;
        const errors = broken.filter((one) => one === file).length;
        const summary = { ...summarize(id, model), errors, stale: isStale(file, id) };
        const own = diagnostics.filter((one) => one.file === file);
        tools.set(id, { summary, project, model, file, diagnostics: own });
      }
      for (const [name, members] of Object.entries(toolsetMembers(models, project.config.toolsets)))
        toolsets.push({ name, ids: members.map(({ spec }) => spec.id) });
    }
    this.toolsets = toolsets;
    this.#tools = tools;
  }

  find(id: string): ProjectTool {
    const tool = this.#tools.get(id);
    if (tool === undefined) throw new Error(`There is no tool \`${id}\`.`);
    return tool;
  }

  get tools(): readonly CatalogueTool[] {
    const keyOf = ({ category, id }: CatalogueTool): string => `${category} ${id}`;
    const summaries = [...this.#tools.values()].map(({ summary }) => summary);
    return summaries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }
}

function summarize(id: string, model: ToolModel | undefined): Omit<CatalogueTool, "errors" | "stale"> {
  if (model === undefined)
    return { id, name: id, category: "with errors", tags: [], about: "", timeout: defaultTimeout };
  const { name, category, tags = [], description, risk, deprecated, timeout = defaultTimeout } = model.spec;
  const about = description.split("\n")[0] ?? "";
  return { id, name, category, tags, about, risk, timeout, ...(deprecated !== undefined && { deprecated }) };
}

export async function describeTool(tool: ProjectTool, inject: Params): Promise<ToolDetail> {
  const { summary, project, model, file, diagnostics } = tool;
  const injected = model?.spec.inject ?? [];
  return {
    ...summary,
    file: pathIn(project, file),
    manifest: await readFile(join(project.root, file), "utf8").catch(() => ""),
    diagnostics,
    tests: (model?.tests ?? []).map(({ title }) => title),
    injected: injected.map(({ parameter, key }) => ({ parameter, key, given: Object.hasOwn(inject, key) })),
    ...(model !== undefined && { spec: model.spec }),
  };
}

export async function generatedCode({ project, model }: ProjectTool): Promise<RenderableResult> {
  const path = `${project.config.out}/tools/${model?.names.file}.ts`;
  const content = await readFile(join(project.root, path), "utf8").catch(() => undefined);
  return content === undefined
    ? { kind: "text", data: { content: "Nothing is generated yet. Run `toolkiln generate`." } }
    : { kind: "file_content", data: { path, content, size: content.length } };
}

/** Returns a function that decides whether the generated code of a tool is stale. */
async function staleCheck({ root, config }: Project): Promise<(file: string, id: string) => boolean> {
  const files = await readdir(join(root, config.out, "tools")).catch(() => []);
  const generated = files.filter((file) => /^[^.]+\.ts$/.test(file)).map((file) => basename(file, ".ts"));
  const { ungenerated, changed } = await findDrift({ host: nodeHost(root), config, generated });
  // A change of shared definitions or defaults can affect every tool.
  const isSharedChanged = changed.some((file) => !file.endsWith(manifestSuffix));
  return (file, id) => isSharedChanged || changed.includes(file) || ungenerated.includes(id);
}
