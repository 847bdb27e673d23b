import type { GeneratorConfig } from "../config.js";
import { diagnostic, fileStart } from "../diagnostics/catalog.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { toolExportReader } from "./exports-tool.js";
import { findImplementation } from "./find-implementation.js";

/** A tool and the name of its files. */
export interface ExpectedTool {
  readonly id: string;
  readonly file: string;
}

/** Tells which tools nobody has implemented: their file is missing, or it does not export `tool`. */
export async function missingImplementations(
  host: Host,
  { tools: folder }: GeneratorConfig,
  tools: readonly ExpectedTool[],
): Promise<Diagnostic[]> {
  const present = new Set(await host.listFiles(folder));
  const found = tools.map((tool) => ({
    tool,
    path: `${folder}/${tool.file}`,
    file: findImplementation(present, folder, tool.file),
  }));
  const exportsTool = found.some(({ file }) => file !== undefined) ? await toolExportReader() : undefined;
  const diagnostics: Diagnostic[] = [];
  for (const { tool, path, file } of found) {
    const text = file === undefined ? undefined : await host.readFile(file);
    if (file !== undefined && text !== undefined && exportsTool?.(file, new TextDecoder().decode(text)))
      continue;
    const name = file ?? `${path}.ts`;
    const message =
      file === undefined
        ? `There is no implementation of ${tool.id}.`
        : `The implementation of ${tool.id} does not export \`tool\`.`;
    const help =
      file === undefined
        ? `Export \`tool\` from ${name}; \`toolkiln new ${tool.id}\` writes a beginning.`
        : `Export \`tool\` from ${name}.`;
    diagnostics.push(diagnostic("TK6006", { file: name, range: fileStart }, message, { help }));
  }
  return diagnostics;
}
