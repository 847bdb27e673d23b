import { join, posix, relative, sep } from "node:path";
import type { ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { ImportedTool } from "../imported-tool.js";
import { commentText } from "../schema/visible-text.js";
import type { ImportProject } from "./import-plan.js";

/** Writes the implementation of an imported tool; where the source has none, the beginning of one. */
export function implementationText(
  tool: ImportedTool,
  names: ToolNames,
  { root, config }: ImportProject,
): string {
  const suffix = importSuffix(config);
  const { contract, data } = names;
  const way = posix.relative(config.tools, `${config.out}/tools/${names.file}${suffix}`);
  const generated = JSON.stringify(way.startsWith(".") ? way : `./${way}`);
  const support = (path: string): string => JSON.stringify(`./${path.replace(/\.ts$/, suffix)}`);
  const file = (path: string): string => {
    const found = relative(join(root, config.tools), path).split(sep).join("/");
    const specifier = found.startsWith(".") ? found : `./${found}`;
    return JSON.stringify(specifier.replace(/\.tsx?$/, suffix).replace(/\.mts$/, ".mjs"));
  };
  const text =
    tool.implement?.({ id: names.file, contract, data, generated, support, file }) ??
    notYet(contract, generated);
  return `// Imported from ${commentText(tool.origin)}.\n${text}`;
}

/** What relative imports end with. */
export function importSuffix({ importExtension }: GeneratorConfig): string {
  return importExtension === "none" ? "" : `.${importExtension}`;
}

function notYet(contract: string, generated: string): string {
  return `import { ${contract} } from ${generated};

export const tool = ${contract}.implement(async () => {
  // Your code goes here; its first argument holds the parameters.
  throw new Error("${contract} is not implemented yet.");
});
`;
}
