import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";

/** The index: contracts and types by name, without the registry, so that importing it loads no implementation. */
export function emitIndex(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  return {
    path: "index.ts",
    source: settings.manifests,
    statements: models.map(({ names, spec }) => ({
      kind: "re-export",
      module: `./tools/${names.file}${settings.importSuffix}`,
      names: [
        { name: names.contract, typeOnly: false },
        { name: names.base, typeOnly: false },
        { name: names.data, typeOnly: true },
        ...(spec.inject === undefined ? [] : [{ name: names.injected, typeOnly: true }]),
        { name: names.input, typeOnly: true },
        { name: names.params, typeOnly: true },
      ],
    })),
  };
}
