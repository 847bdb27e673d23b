import type { ToolModel, ToolNames } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import { formerTools } from "./emit-former.js";
import type { FileStructure } from "./file-structure.js";
import { sharedByTools } from "./shared-by-tools.js";
import type { Statement } from "./statement.js";
import { fillsDefaults } from "./validator/fills-defaults.js";

/** The index: contracts and types by name, without the registry, so that importing it loads no implementation. */
export function emitIndex(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  return {
    path: "index.ts",
    source: settings.manifests,
    statements: [
      ...models.map(({ names, spec }) => reExport(names, spec.inject !== undefined, settings)),
      ...formerTools(models).map(({ former, model }) =>
        reExport(former, model.spec.inject !== undefined, settings),
      ),
      ...sharedByTools(models).map(({ names, schema }): Statement => {
        const types = fillsDefaults(schema, schema) ? [names.type, names.filledType] : [names.type];
        return {
          kind: "re-export",
          module: `./shared/${names.file}${settings.importSuffix}`,
          names: types.map((name) => ({ name, typeOnly: true })),
        };
      }),
    ],
  };
}

function reExport(names: ToolNames, injects: boolean, settings: EmitSettings): Statement {
  return {
    kind: "re-export",
    module: `./tools/${names.file}${settings.importSuffix}`,
    names: [
      { name: names.contract, typeOnly: false },
      { name: names.base, typeOnly: false },
      { name: names.data, typeOnly: true },
      ...(injects ? [{ name: names.injected, typeOnly: true }] : []),
      { name: names.input, typeOnly: true },
      { name: names.params, typeOnly: true },
    ],
  };
}
