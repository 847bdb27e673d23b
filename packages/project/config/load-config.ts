import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { configProblems, type ToolkilnConfig } from "@toolkiln/generator/config";
import { asRefusal, ProjectError } from "../project-error.js";
import { importModule } from "../import-module.js";

/** Reads a configuration file; every error is reported with its line. */
export async function loadConfig(file: string): Promise<ToolkilnConfig> {
  const value = await read(file).catch((error: unknown) => {
    const refusal = asRefusal(error);
    if (refusal !== undefined) throw refusal;
    throw new ProjectError(describeFailure(file, error), { cause: error });
  });
  const problems = await configProblems(value);
  if (problems.length > 0) {
    const { keyLocator } = await import("./locate-key.js");
    const locationOf = await keyLocator(file);
    throw new ProjectError(problems.map(({ path, message }) => `${locationOf(path)}: ${message}`).join("\n"));
  }
  const { $schema: _, ...config } = value as ToolkilnConfig;
  return config;
}

async function read(file: string): Promise<unknown> {
  switch (extname(file)) {
    case ".json":
      return JSON.parse((await readFile(file, "utf8")).replace(/^\uFEFF/, "")) as unknown;
    case ".yaml":
    case ".yml": {
      const { parse } = await import("yaml");
      return parse(await readFile(file, "utf8")) as unknown;
    }
    default: {
      const module = await importModule(file);
      return "default" in module ? module["default"] : module["config"];
    }
  }
}

/** The error message, with the line of the file if the stack contains it. */
function describeFailure(file: string, error: unknown): string {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const name = basename(file);
  const line = stack.split(`${name}:`)[1]?.match(/^\d+(?::\d+)?/)?.[0];
  return `${name}${line === undefined ? "" : `:${line}`}: The configuration cannot be loaded: ${message}`;
}
