import { editorSchema, nodeHost } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { Project } from "@toolkiln/project";
import { readTextIn } from "./init/planned-file.js";

const packageSchema = "node_modules/toolkiln/schema/manifest.json";

/** Path of the schema for a project with custom categories; ignored by git. */
const projectSchema = ".toolkiln/manifest.schema.json";

/** Path of the manifest schema for editors, relative to the project. */
export function editorSchemaPath({ categories = [] }: Pick<GeneratorConfig, "categories">): string {
  return categories.length === 0 ? packageSchema : projectSchema;
}

/** Writes the schema if the project needs its own and the file is not current. */
export async function writeProjectSchema(project: Pick<Project, "root" | "config">): Promise<void> {
  if (isEditorSchemaCurrent(project)) return;
  await nodeHost(project.root).writeFile(projectSchema, schemaText(project.config));
}

/** Whether the schema for editors is up to date; true when the project needs none of its own. */
export function isEditorSchemaCurrent({ root, config }: Pick<Project, "root" | "config">): boolean {
  if (editorSchemaPath(config) === packageSchema) return true;
  return readTextIn(root)(projectSchema) === schemaText(config);
}

function schemaText({ categories = [] }: GeneratorConfig): string {
  return `${JSON.stringify(editorSchema(categories), undefined, 2)}\n`;
}
