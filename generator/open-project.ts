import { defaultConfig, type GeneratorConfig } from "./config.js";
import type { Host } from "./host.js";
import { nodeHost } from "./node-host.js";

/** Which project to work on. */
export interface ProjectOptions {
  /** The project's folder. Default: the working directory. */
  readonly cwd?: string;
  /** Options that differ from the defaults. */
  readonly config?: Partial<GeneratorConfig>;
  /** File access. Default: the disk below `cwd`. */
  readonly host?: Host;
}

export interface OpenProject {
  readonly host: Host;
  readonly config: GeneratorConfig;
}

/** Fills in defaults and normalizes paths, because the cache key contains them. */
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
