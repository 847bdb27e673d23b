import type { CachedTool } from "../cache/project-cache.js";
import { servicesFile, type GeneratorConfig } from "../config.js";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.js";
import { errorReason } from "../diagnostics/file-error.js";
import type { Host } from "../host.js";
import { findImplementation } from "./find-implementation.js";
import { ToolExports } from "./tool-exports.js";

type ExpectedTools = readonly Pick<CachedTool, "id" | "file" | "uses">[];

/** Finds the tools without an implementation: their file is missing, or it does not export `tool`. */
export async function missingImplementations(
  host: Host,
  config: GeneratorConfig,
  tools: ExpectedTools,
): Promise<Diagnostic[]> {
  const { tools: folder } = config;
  const present = new Set(await host.listFiles(folder));
  const exports = new ToolExports(host, config);
  const diagnostics = await missingServices(host, servicesFile(config), tools);
  for (const tool of tools) {
    const file = findImplementation(present, folder, tool.file);
    if (file === undefined) {
      const wanted = `${folder}/${tool.file}.ts`;
      const help = `Export \`tool\` from ${wanted}; \`toolkiln new ${tool.id}\` creates the file.`;
      diagnostics.push(notImplemented(wanted, `The tool \`${tool.id}\` has no implementation.`, help));
      continue;
    }
    const problem = await problemOf(host, file, exports);
    if (problem === undefined) continue;
    const message = `The implementation of \`${tool.id}\` ${problem}.`;
    diagnostics.push(notImplemented(file, message, `Export \`tool\` from ${file}.`));
  }
  await exports.writeCache();
  return diagnostics;
}

async function missingServices(host: Host, file: string, tools: ExpectedTools): Promise<Diagnostic[]> {
  const user = tools.find(({ uses = [] }) => uses.length > 0);
  if (user?.uses === undefined || (await host.readFile(file)) !== undefined) return [];
  const names = user.uses.map((name) => `\`${name}\``).join(", ");
  const help = `Export an interface \`Services\` and a function \`createServices\` from ${file}.`;
  return [notImplemented(file, `\`${user.id}\` uses services (${names}), but ${file} does not exist.`, help)];
}

/** What is wrong with an implementation, as the end of a sentence; undefined when it is valid. */
async function problemOf(host: Host, file: string, exports: ToolExports): Promise<string | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await host.readFile(file);
  } catch (error) {
    return `cannot be read: ${errorReason(error)}`;
  }
  const isExported = await exports.exportsTool(file, new TextDecoder().decode(bytes));
  return isExported ? undefined : "does not export `tool`";
}

function notImplemented(file: string, message: string, help: string): Diagnostic {
  return diagnostic("TK6006", { file }, message, help);
}
