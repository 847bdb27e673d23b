import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { configProblems, type ToolkilnConfig } from "@toolkiln/generator/config";
import { asRefusal, ProjectError } from "../project-error.js";
import { importModule } from "../import-module.js";

/** Reads a configuration file; every error is reported with its line. */
export async function loadConfig(file: string): Promise<ToolkilnConfig> {
  const value = await read(file).catch(async (error: unknown) => {
    const refusal = asRefusal(error);
    if (refusal !== undefined) throw refusal;
    throw new ProjectError(await describeFailure(file, error), { cause: error });
  });
  const problems = await configProblems(value);
  if (problems.length > 0) {
    const { readConfigSource } = await import("./config-source.js");
    const source = await readConfigSource(file);
    const lines = problems.map(({ path, message }) => `${source.locationOf(path)}: ${message}`);
    throw new ProjectError(lines.join("\n"));
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

/** A syntax error with its line, or the module's error with the line from its stack. */
async function describeFailure(file: string, error: unknown): Promise<string> {
  const { readConfigSource } = await import("./config-source.js");
  const { syntaxError } = await readConfigSource(file);
  if (syntaxError !== undefined) return syntaxError;
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const name = basename(file);
  const line = stack.split(`${name}:`)[1]?.match(/^\d+(?::\d+)?/)?.[0];
  return `${name}${line === undefined ? "" : `:${line}`}: The configuration cannot be loaded: ${message}`;
}
