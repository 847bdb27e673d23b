import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { ToolkilnConfig } from "@toolkiln/generator/config";
import { asRefusal, CommandError } from "../command-error.js";
import { importModule } from "../import-module.js";
import { checkConfig } from "./check-config.js";

/** Reads a configuration file; whatever is wrong with it is said with its name. */
export async function loadConfig(file: string): Promise<ToolkilnConfig> {
  const value = await read(file).catch((error: unknown) => {
    const refusal = asRefusal(error);
    if (refusal !== undefined) throw refusal;
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${basename(file)} cannot be loaded: ${message}`, undefined, { cause: error });
  });
  return checkConfig(value, basename(file));
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
