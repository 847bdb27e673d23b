import { StructureKind, VariableDeclarationKind } from "ts-morph";
import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { literal } from "./literal.js";

/** The catalogue: every tool as data. */
export function emitCatalog(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  const imports = new ImportCollector();
  const type = imports.type(codegenEntry, "ToolCatalog");
  const tools = models.map(({ spec }) => `    ${literal(spec, 4)},\n`);
  return {
    path: "catalog.ts",
    source: settings.manifests,
    statements: [
      imports.declarations(),
      {
        kind: StructureKind.VariableStatement,
        isExported: true,
        declarationKind: VariableDeclarationKind.Const,
        docs: ["Every tool as provider-neutral data."],
        declarations: [
          { name: "catalog", type, initializer: `{\n  version: 1,\n  tools: [\n${tools.join("")}  ],\n}` },
        ],
      },
    ],
  };
}
