import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { analyze, nodeHost, toolsetMembers, type Diagnostic, type ToolModel } from "@toolkiln/generator";
import { findDrift } from "@toolkiln/generator/drift";
import { didYouMean, pathIn, ProjectError, type Project } from "@toolkiln/project";
import type { Catalogue, CatalogueTool, Params, ToolDetail } from "../protocol.js";

/** A tool and where it comes from. */
export interface ViewedTool {
  readonly id: string;
  readonly project: Project;
  /** The last that could be understood. */
  readonly model: ToolModel | undefined;
  /** The manifest, relative to the project. */
  readonly file: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly stale: boolean;
}

const manifestEnd = ".tool.yaml";

/** What the manifests of projects declare at the moment, and what is wrong with them. */
export class ProjectView {
  readonly #projects: readonly Project[];
  readonly #toolset: string | undefined;
  #tools: ReadonlyMap<string, ViewedTool> = new Map();
  #toolsets = new Map<string, readonly string[]>();

  constructor(projects: readonly Project[], toolset: string | undefined) {
    this.#projects = projects;
    this.#toolset = toolset;
  }

  /** Reads the manifests again. A tool whose manifest is broken keeps what was understood before. */
  async refresh(): Promise<void> {
    const tools = new Map<string, ViewedTool>();
    const toolsets = new Map<string, readonly string[]>();
    for (const project of this.#projects) {
      const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
      const isStale = await staleness(project);
      const byId = new Map(models.map((model) => [model.origin.file, model]));
      const broken = diagnostics.filter(
        ({ file, severity }) => severity === "error" && file.endsWith(manifestEnd),
      );
      for (const file of new Set([...byId.keys(), ...broken.map((one) => one.file)])) {
        const understood = byId.get(file);
        const id = understood?.spec.id ?? basename(file, manifestEnd);
        const model = understood ?? this.#tools.get(id)?.model;
        const own = diagnostics.filter((one) => one.file === file);
        tools.set(id, { id, project, model, file, diagnostics: own, stale: isStale(file, id) });
      }
      for (const [name, members] of Object.entries(toolsetMembers(models, project.config.toolsets))) {
        toolsets.set(name, [...(toolsets.get(name) ?? []), ...members.map(({ spec }) => spec.id)]);
      }
    }
    this.#toolsets = toolsets;
    const chosen = this.#toolset === undefined ? undefined : new Set(this.#membersOf(this.#toolset));
    this.#tools = new Map([...tools].filter(([id]) => chosen?.has(id) ?? true));
  }

  find(id: string): ViewedTool | undefined {
    return this.#tools.get(id);
  }

  get toolsets(): Catalogue["toolsets"] {
    return [...this.#toolsets].map(([name, ids]) => ({ name, ids }));
  }

  list(): readonly CatalogueTool[] {
    return [...this.#tools.values()].map(summarizeTool).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  #membersOf(toolset: string): readonly string[] {
    const members = this.#toolsets.get(toolset);
    if (members !== undefined) return members;
    const names = [...this.#toolsets.keys()];
    throw new ProjectError(`There is no toolset \`${toolset}\`.${didYouMean(toolset, names)}`);
  }
}

function summarizeTool({ id, model, diagnostics, stale }: ViewedTool): CatalogueTool {
  const {
    name = id,
    category = "not understood",
    tags = [],
    description,
    risk,
    deprecated,
  } = model?.spec ?? {};
  return {
    id,
    name,
    category,
    tags,
    about: description?.split("\n")[0] ?? "The manifest has errors.",
    stale,
    errors: diagnostics.filter(({ severity }) => severity === "error").length,
    ...(risk !== undefined && { risk }),
    ...(deprecated !== undefined && { deprecated }),
  };
}

/** Everything that the view of a tool shows. */
export async function describeTool(tool: ViewedTool, inject: Params, timeout: number): Promise<ToolDetail> {
  const { id, project, model, file, diagnostics } = tool;
  const injected = model?.spec.inject ?? [];
  return {
    id,
    file: pathIn(project, file),
    manifest: await readFile(join(project.root, file), "utf8").catch(() => ""),
    diagnostics,
    tests: (model?.tests ?? []).map(({ title }) => title),
    injected: injected.map(({ parameter, key }) => ({ parameter, key, given: Object.hasOwn(inject, key) })),
    timeout,
    ...(model !== undefined && { spec: model.spec }),
  };
}

/** The code that was generated for a tool, if there is any. */
export async function generatedCode({
  project,
  model,
}: ViewedTool): Promise<{ path: string; content: string } | undefined> {
  const path = `${project.config.out}/tools/${model?.names.file}.ts`;
  const content = await readFile(join(project.root, path), "utf8").catch(() => undefined);
  return content === undefined ? undefined : { path, content };
}

/** Decides which tools have generated code that is older than their manifests. */
async function staleness({ root, config }: Project): Promise<(file: string, id: string) => boolean> {
  const folder = join(root, config.out, "tools");
  const files = existsSync(folder) ? await readdir(folder) : [];
  const generated = files.filter((file) => /^[^.]+\.ts$/.test(file)).map((file) => basename(file, ".ts"));
  const { ungenerated, changed } = await findDrift({ host: nodeHost(root), config, generated });
  // Definitions and defaults may concern every tool.
  const isAnyShared = changed.some((file) => !file.endsWith(manifestEnd));
  return (file, id) => isAnyShared || changed.includes(file) || ungenerated.includes(id);
}
