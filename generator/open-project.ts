import { defaultConfig, type GeneratorConfig } from "./config.js";
import type { Host } from "./host.js";
import { nodeHost } from "./node-host.js";

/** Which project to work on. */
export interface ProjectOptions {
  /** The project's folder; the working directory when left out. */
  readonly cwd?: string;
  /** What differs from the configuration of a project that has none. */
  readonly config?: Partial<GeneratorConfig>;
  /** Where the files are; on disk below `cwd` when left out. */
  readonly host?: Host;
}

/** A project with everything that its options leave open. */
export interface OpenProject {
  readonly host: Host;
  readonly config: GeneratorConfig;
}

/** Fills in what options leave open, in one form: a cache knows the configuration by its text. */
export function openProject({ cwd = ".", config, host }: ProjectOptions): OpenProject {
  const { manifests, out, tools, ...other } = { ...defaultConfig, ...config };
  return {
    host: host ?? nodeHost(cwd),
    config: { ...other, manifests: plainPath(manifests), out: plainPath(out), tools: plainPath(tools) },
  };
}

/** `./generated/` is `generated`. */
function plainPath(path: string): string {
  const start = path.startsWith("/") ? "/" : "";
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  return start + parts.join("/");
}
