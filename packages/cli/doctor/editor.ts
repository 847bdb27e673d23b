import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import type { Analysis } from "@toolkiln/generator";
import type { Project } from "@toolkiln/project";
import { editorSchemaPath, isProjectSchemaCurrent, projectSchema } from "../editor-schema.js";
import { check, type Check } from "./check.js";

const lacking = "lacks categories of the configuration.";

/** Editors find the schema by the first line of a manifest, or by their settings. */
export function checkEditor(project: Project, { models }: Pick<Analysis, "models">): Check {
  const { root, config } = project;
  const wanted = editorSchemaPath(config);
  const isCustom = wanted === projectSchema;
  if (isCustom && !isProjectSchemaCurrent(project))
    return check("editor", "warning", `${projectSchema} ${lacking}`, "toolkiln generate writes it.");
  const files = models.map(({ origin }) => origin.file);
  const named = files.map((file) => schemaNamedIn(join(root, file)));
  const isRight = (schema: string | undefined): boolean =>
    schema !== undefined && (isCustom ? schema === join(root, projectSchema) : existsSync(schema));
  const wrong = files.find((_, index) => isCustom && named[index] !== undefined && !isRight(named[index]));
  if (wrong !== undefined) {
    const line = `# yaml-language-server: $schema=${posix.relative(posix.dirname(wrong), projectSchema)}`;
    const help = `Change its first line to \`${line}\`.`;
    return check("editor", "warning", `${wrong} names a schema that ${lacking}`, help);
  }
  const settings = join(root, ".vscode/settings.json");
  const hasSettings =
    existsSync(settings) &&
    readFileSync(settings, "utf8").includes(wanted.replace(/^node_modules\/toolkiln\//, ""));
  if (hasSettings || (named.length > 0 && named.every(isRight)))
    return check("editor", "ok", "Editor schema configured: completion and validation are available.");
  const help = "toolkiln init writes .vscode/settings.json.";
  return check("editor", "warning", "Editors do not know the schema of manifests.", help);
}

/** The schema that a manifest names for editors. */
function schemaNamedIn(file: string): string | undefined {
  const line = /^# yaml-language-server: \$schema=(\S+)/m.exec(readFileSync(file, "utf8"));
  return line?.[1] === undefined ? undefined : resolve(dirname(file), line[1]);
}
