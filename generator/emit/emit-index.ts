import { StructureKind } from "ts-morph";
import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";

/** The index: contracts and types by name, without the registry, so that importing it loads no implementation. */
export function emitIndex(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  return {
    path: "index.ts",
    source: settings.manifests,
    statements: models.map(({ names }) => ({
      kind: StructureKind.ExportDeclaration,
      moduleSpecifier: `./tools/${names.file}${settings.importSuffix}`,
      namedExports: [
        { name: names.contract },
        { name: names.base },
        { name: names.data, isTypeOnly: true },
        { name: names.input, isTypeOnly: true },
        { name: names.params, isTypeOnly: true },
      ],
    })),
  };
}
