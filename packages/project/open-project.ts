import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import { defaultConfig, type GeneratorConfig } from "@toolkiln/generator/config";
import { presentFields } from "@toolkiln/runtime/json";
import { didYouMeanOneOf } from "./did-you-mean.js";
import { loadConfig } from "./load-config.js";
import { ProjectError } from "./project-error.js";

/** Selects the projects. `TOOLKILN_*` variables set missing `config`, `manifests`, `out` and `tools`. */
export interface ProjectOptions {
  /** The folder to start from. @default the working directory */
  readonly cwd?: string;
  /** The configuration file. @default the nearest `toolkiln.config.{ts,js,json,yaml}` */
  readonly config?: string;
  /** The name of one project of the configuration. */
  readonly project?: string;
  readonly manifests?: string;
  readonly out?: string;
  readonly tools?: string;
}

/** An opened project: its folder and its configuration. */
export interface Project {
  readonly name: string;
  /** Absolute. */
  readonly root: string;
  /** Path from the configuration's folder to the root, with forward slashes; empty when they are the same. */
  readonly prefix: string;
  /** The configuration file, if there is one. */
  readonly configFile?: string;
  readonly config: GeneratorConfig;
  /** The baseline file, which lists accepted diagnostics; relative to the root. */
  readonly baseline?: string;
  /** The folder of the generated reference, relative to the root. */
  readonly docs: string;
  /** How many warnings are allowed. */
  readonly maxWarnings?: number;
}

/** The absolute path of `cwd`. */
export function workingFolder({ cwd = "." }: ProjectOptions): string {
  return resolve(cwd);
}

/** The folder that tools work in, an absolute path without symlinks. @default the working directory */
export function workspaceFolder(options: ProjectOptions & { readonly workspace?: string }): string {
  const folder = resolve(workingFolder(options), options.workspace ?? ".");
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) return realpathSync(folder);
  const problem = stats === undefined ? "does not exist" : "is not a folder";
  throw new ProjectError(`The workspace ${folder} ${problem}. Create it, or name another with --workspace.`);
}

/** Opens the selected projects. Precedence: options, `TOOLKILN_*`, configuration file, defaults. */
export async function openProjects(options: ProjectOptions): Promise<readonly [Project, ...Project[]]> {
  const named = options.config ?? variable("config");
  const { root, file } = findConfig(workingFolder(options), named);
  const { projects = [{}], ...shared } = file === undefined ? {} : await loadConfig(file);
  const { manifests = variable("manifests"), out = variable("out"), tools = variable("tools") } = options;
  const given = presentFields({ manifests, out, tools });
  const all = projects.map((project) => {
    const all = { ...shared, ...project, ...given };
    const { name, root: folder = ".", baseline, docs = "docs/tools", maxWarnings, ...config } = all;
    const projectRoot = resolve(root, folder);
    const prefix = slashes(relative(root, projectRoot));
    return {
      name: name ?? (prefix === "" ? "default" : prefix),
      root: projectRoot,
      prefix,
      config: normalize({ ...defaultConfig, ...config }, projectRoot),
      docs,
      ...presentFields({ configFile: file, baseline, maxWarnings }),
    };
  });
  return select(all, options.project);
}

const configNames = ["ts", "js", "json", "yaml"].map((extension) => `toolkiln.config.${extension}`);

/** Finds the named configuration, or the nearest one from a folder up to the root of its package. Paths are absolute. */
function findConfig(folder: string, named: string | undefined) {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ProjectError(`There is no folder ${folder}.`);
  if (named !== undefined) {
    const file = resolve(folder, named);
    if (!existsSync(file)) throw new ProjectError(`There is no configuration ${named}.`);
    return { root: dirname(file), file };
  }
  for (let current = folder; ; current = dirname(current)) {
    const [file, ...others] = configNames
      .map((name) => join(current, name))
      .filter((path) => existsSync(path));
    if (others.length > 0)
      throw new ProjectError(
        `There is more than one configuration: ${[file, ...others].join(", ")}. Keep one of them.`,
      );
    if (file !== undefined) return { root: current, file };
    if (existsSync(join(current, "manifests"))) return { root: current };
    const isRoot = ["package.json", ".git"].some((name) => existsSync(join(current, name)));
    const isTop = dirname(current) === current || basename(current) === "node_modules";
    if (isRoot || isTop) return { root: folder };
  }
}

/** A path for reports: relative to the configuration's folder instead of the project. */
export function pathIn({ prefix }: Project, path: string): string {
  return prefix === "" ? path : posix.join(prefix, path);
}

/** Opens the selected project; throws when there are several. */
export async function openProject(options: ProjectOptions): Promise<Project> {
  const [project, ...others] = await openProjects(options);
  if (others.length === 0) return project;
  const names = [project, ...others].map(({ name }) => name).join(", ");
  throw new ProjectError(`The configuration has several projects: ${names}. Choose one with --project.`);
}

function select(projects: readonly Project[], wanted: string | undefined): readonly [Project, ...Project[]] {
  const names = projects.map(({ name }) => name);
  const clash = names.find((name, index) => names.indexOf(name) !== index);
  if (clash !== undefined)
    throw new ProjectError(`Two projects are called \`${clash}\`: rename one of them.`);
  const [first, ...others] = projects.filter(({ name }) => wanted === undefined || name === wanted);
  if (first !== undefined) return [first, ...others];
  throw new ProjectError(`There is no project \`${wanted}\`.${didYouMeanOneOf(wanted ?? "", names)}`);
}

/** A `TOOLKILN_*` variable; an empty one counts as missing. */
function variable(name: string): string | undefined {
  const value = process.env[`TOOLKILN_${name.toUpperCase()}`];
  return value === "" ? undefined : value;
}

/** Makes folders relative to the root, with forward slashes. */
function normalize(config: GeneratorConfig, root: string): GeneratorConfig {
  const folder = (path: string): string => {
    const relativePath = slashes(relative(root, resolve(root, path)));
    if (isAbsolute(relativePath)) throw new ProjectError(`${path} is not on the drive of the project.`);
    return relativePath === "" ? "." : relativePath;
  };
  const [manifests, out, tools] = [folder(config.manifests), folder(config.out), folder(config.tools)];
  for (const [name, path] of Object.entries({ manifests, tools }))
    if (path === out)
      throw new ProjectError(
        `\`out\` and \`${name}\` are the same folder, ${join(root, path)}. Give each its own.`,
      );
  return { ...config, manifests, out, tools };
}

function slashes(path: string): string {
  return path.split(sep).join("/");
}
