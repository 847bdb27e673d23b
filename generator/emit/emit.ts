import { fillsDefaults } from "./validator/default-code.js";
import type { GeneratorConfig } from "../config.js";
import type { ToolModel, ToolNames } from "../model/tool-model.js";
import { emitRegistry } from "./emit-registry.js";
import { emitTool } from "./emit-tool.js";
import { emitValidator } from "./emit-validator.js";
import { codegenEntry, ImportCollector, importSuffix } from "./imports.js";
import { sharedByTools } from "./shared-by-tools.js";
import { callOf, exportedConst, type FileStructure, type Statement } from "./statement.js";

export { emitDefinition } from "./emit-definitions.js";

export function emitToolFiles(model: ToolModel, config: GeneratorConfig): FileStructure[] {
  return [emitTool(model, config), emitValidator(model, config)];
}

export function emitSharedFiles(models: readonly ToolModel[], config: GeneratorConfig): FileStructure[] {
  return [emitIndex(models, config), emitRegistry(models, config), emitCatalog(models, config)];
}

/** The index: contracts and types by name, without the registry, so that importing it loads no implementation. */
function emitIndex(models: readonly ToolModel[], config: GeneratorConfig): FileStructure {
  return {
    path: "index.ts",
    source: config.manifests,
    statements: [
      ...models.map(({ names, spec }) => reExport(names, spec.inject !== undefined, config)),
      ...sharedByTools(models).map(({ definition: names, schema }): Statement => {
        const types = fillsDefaults(schema, schema) ? [names.type, names.filledType] : [names.type];
        return {
          kind: "export",
          module: `./shared/${names.file}${importSuffix(config)}`,
          names: types.map((name) => ({ name, typeOnly: true })),
        };
      }),
    ],
  };
}

function reExport(names: ToolNames, injects: boolean, config: GeneratorConfig): Statement {
  return {
    kind: "export",
    module: `./tools/${names.file}${importSuffix(config)}`,
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
function emitCatalog(models: readonly ToolModel[], config: GeneratorConfig): FileStructure {
  const imports = new ImportCollector();
  const type = imports.type(codegenEntry, "ToolCatalog");
  const contracts = models.map(({ names }) =>
    imports.value(`./tools/${names.file}${importSuffix(config)}`, names.contract),
  );
  const value = callOf(imports.value(codegenEntry, "catalogOf"), contracts);
  return {
    path: "catalog.ts",
    source: config.manifests,
    statements: [
      ...imports.statements(),
      exportedConst("catalog", type, value, "Every tool as provider-neutral data."),
    ],
  };
}
