import { fillsDefaults } from "./validator/default-code.js";
import type { GeneratorConfig } from "../config.js";
import type { ToolModel } from "../model/tool-model.js";
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

export function emitProjectFiles(models: readonly ToolModel[], config: GeneratorConfig): FileStructure[] {
  return [emitIndex(models, config), emitRegistry(models, config), emitCatalog(models, config)];
}

/** The index: contracts and types by name, without the registry, so that it depends on no implementation. */
function emitIndex(models: readonly ToolModel[], config: GeneratorConfig): FileStructure {
  const reExport = (file: string, values: readonly string[], types: readonly string[]): Statement => ({
    kind: "export",
    module: `./${file}${importSuffix(config)}`,
    names: [
      ...values.map((name) => ({ name, typeOnly: false })),
      ...types.map((name) => ({ name, typeOnly: true })),
    ],
  });
  const tools = models.map(({ names, spec: { inject } }) => {
    const types = [names.data, ...(inject ? [names.injected] : []), names.input, names.params];
    return reExport(`tools/${names.file}`, [names.contract, names.base], types);
  });
  const definitions = sharedByTools(models).map(({ definition: names, schema }) => {
    const types = fillsDefaults(schema, schema) ? [names.type, names.filledType] : [names.type];
    return reExport(`shared/${names.file}`, [], types);
  });
  return { path: "index.ts", source: config.manifests, statements: [...tools, ...definitions] };
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
