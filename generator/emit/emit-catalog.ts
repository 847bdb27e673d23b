import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { exportedConst } from "./statement.js";

/** The catalogue: every tool as data, by its contract, so that each schema stands in one file. */
export function emitCatalog(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  const imports = new ImportCollector();
  const type = imports.type(codegenEntry, "ToolCatalog");
  const tools = models.map(({ names }) => {
    const contract = imports.value(`./tools/${names.file}${settings.importSuffix}`, names.contract);
    return `    ${contract}.spec,\n`;
  });
  const value = `{\n  version: 1,\n  tools: [\n${tools.join("")}  ],\n}`;
  return {
    path: "catalog.ts",
    source: settings.manifests,
    statements: [
      ...imports.statements(),
      exportedConst("catalog", type, value, "Every tool as provider-neutral data."),
    ],
  };
}
