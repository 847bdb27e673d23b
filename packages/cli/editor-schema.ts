import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { editorSchema, nodeHost } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { Project } from "@toolkiln/project";

const packageSchema = "node_modules/toolkiln/schema/manifest.json";

/** The schema of a project with custom categories; ignored by git. */
export const ownSchema = ".toolkiln/manifest.schema.json";

/** Path of the manifest schema for editors, relative to the project. */
export function editorSchemaPath({ categories = [] }: Pick<GeneratorConfig, "categories">): string {
  return categories.length === 0 ? packageSchema : ownSchema;
}

/** Writes the schema of a project with custom categories. */
export async function writeOwnSchema({ root, config }: Pick<Project, "root" | "config">): Promise<void> {
  if (editorSchemaPath(config) !== ownSchema || isOwnSchemaCurrent({ root, config })) return;
  await nodeHost(root).writeFile(ownSchema, schemaText(config));
}

/** Whether the project's own schema matches the configuration. */
export function isOwnSchemaCurrent({ root, config }: Pick<Project, "root" | "config">): boolean {
  const file = join(root, ownSchema);
  return existsSync(file) && readFileSync(file, "utf8") === schemaText(config);
}

function schemaText({ categories = [] }: GeneratorConfig): string {
  return `${JSON.stringify(editorSchema(categories), undefined, 2)}\n`;
}
