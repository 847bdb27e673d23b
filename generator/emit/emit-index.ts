import type { ToolModel, ToolNames } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { sharedByTools } from "./shared-by-tools.js";
import { callOf, exportedConst, type FileStructure, type Statement } from "./statement.js";
import { fillsDefaults } from "./validator/fills-defaults.js";

/** The index: contracts and types by name, without the registry, so that importing it loads no implementation. */
export function emitIndex(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  return {
    path: "index.ts",
    source: settings.manifests,
    statements: [
      ...models.map(({ names, spec }) => reExport(names, spec.inject !== undefined, settings)),
      ...sharedByTools(models).map(({ definition: names, schema }): Statement => {
        const types = fillsDefaults(schema, schema) ? [names.type, names.filledType] : [names.type];
        return {
          kind: "export",
          module: `./shared/${names.file}${settings.importSuffix}`,
          names: types.map((name) => ({ name, typeOnly: true })),
        };
      }),
    ],
  };
}

function reExport(names: ToolNames, injects: boolean, settings: EmitSettings): Statement {
  return {
    kind: "export",
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

/** The catalogue: every tool as data, imported from its contract so that no schema is copied. */
export function emitCatalog(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  const imports = new ImportCollector();
  const type = imports.type(codegenEntry, "ToolCatalog");
  const contracts = models.map(({ names }) =>
    imports.value(`./tools/${names.file}${settings.importSuffix}`, names.contract),
  );
  const value = callOf(imports.value(codegenEntry, "catalogOf"), contracts);
  return {
    path: "catalog.ts",
    source: settings.manifests,
    statements: [
      ...imports.statements(),
      exportedConst("catalog", type, value, "Every tool as provider-neutral data."),
    ],
  };
}
