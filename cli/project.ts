import { resolve } from "node:path";
import type { GeneratorConfig } from "@toolkiln/generator";

/** Options that every command takes. */
export interface GlobalOptions {
  readonly cwd?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly manifests?: string;
  readonly out?: string;
  readonly tools?: string;
}

/** A project that a command works on. */
export interface Project {
  /** Absolute. */
  readonly root: string;
  readonly config: GeneratorConfig;
}

/** Finds out what project the command line means. */
export function openProject({ cwd = ".", manifests, out, tools }: GlobalOptions): Project {
  return {
    root: resolve(cwd),
    config: {
      manifests: manifests ?? "manifests",
      out: out ?? "generated",
      tools: tools ?? "tools",
      importExtension: "js",
    },
  };
}
