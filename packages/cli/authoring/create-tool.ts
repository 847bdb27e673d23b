import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import {
  analyze,
  generate,
  implementationText,
  moduleSpecifier,
  nodeHost,
  type Diagnostic,
} from "@toolkiln/generator";
import { servicesFile } from "@toolkiln/generator/config";
import { implementationFile, type Project } from "@toolkiln/project";
import { CommandError } from "../command.js";
import { editorSchemaPath, writeProjectSchema } from "../editor-schema.js";
import { readTextIn } from "../init/planned-file.js";
import { isError } from "../report.js";
import { manifestText, type NewTool } from "./manifest-text.js";
import { placeholderFor, servicesText, testText } from "./source-texts.js";

/** The files of a tool that has no implementation yet, relative to the project. */
export interface ToolLocation {
  readonly manifest: string;
  readonly implementation: string;
  /** Whether the manifest exists and only the implementation is missing. */
  readonly hasManifest: boolean;
}

export interface CreatedTool {
  /** Relative to the project; empty when an error prevented writing. */
  readonly written: readonly string[];
  readonly generated: readonly string[];
  /** Diagnostics of the tool, and errors elsewhere that prevent its generation. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds or chooses the paths of a tool's files; throws if the tool has an implementation. */
export async function locateTool(id: string, project: Project): Promise<ToolLocation> {
  const { root, config } = project;
  const name = `${id}.tool.yaml`;
  const manifests = await nodeHost(root).listFiles(config.manifests);
  const existing = manifests.find((path) => posix.basename(path) === name);
  const implemented = await implementationFile(project, id);
  if (implemented !== undefined) {
    const files = existing === undefined ? implemented : `${existing} and ${implemented}`;
    throw new CommandError(`The tool already exists: ${files}. Edit it, or choose another id.`);
  }
  return {
    manifest: existing ?? `${config.manifests}/${name}`,
    implementation: `${config.tools}/${id}.ts`,
    hasManifest: existing !== undefined,
  };
}

/** Writes the manifest of a tool if it is missing, generates its code and writes a stub implementation. */
export async function createTool(
  project: Project,
  tool: NewTool,
  { manifest, implementation, hasManifest }: ToolLocation,
): Promise<CreatedTool> {
  const { root, config } = project;
  const host = nodeHost(root);
  const written: string[] = [];
  const write = async (file: string, text: string): Promise<void> => {
    // The file may have been created while `new` asked its questions.
    if (existsSync(join(root, file))) throw new CommandError(`${file} already exists. Move it first.`);
    await host.writeFile(file, text);
    written.push(file);
  };
  if (!hasManifest) {
    await writeProjectSchema(project);
    await write(manifest, manifestText(tool, posix.relative(dirname(manifest), editorSchemaPath(config))));
  }
  const { diagnostics: all, files } = await generate({ host, config });
  const { models } = await analyze(host, config);
  const model = models.find(({ spec, origin }) => spec.id === tool.id && origin.file === manifest);
  const diagnostics = all.filter((found) => found.file === manifest || isError(found));
  if (model === undefined || diagnostics.some((found) => found.file === manifest && isError(found))) {
    if (!hasManifest) await host.deleteFile(manifest);
    return { written: [], generated: [], diagnostics };
  }
  const { id, kind, result, uses = [] } = model.spec;
  // The placeholder would not match the data schema of an existing manifest.
  const parts = !hasManifest || result.dataSchema === undefined ? placeholderFor(kind) : {};
  await write(implementation, implementationText(model.names, config, parts));
  const folder = testFolder(root, config.tools);
  const test = moduleSpecifier(folder ?? "", `${config.tools}/${id}`, config);
  const extras = {
    ...(folder !== undefined && { [`${folder}/${id}.test.ts`]: testText(test) }),
    ...(uses.length > 0 && { [servicesFile(config)]: servicesText(uses) }),
  };
  for (const [file, text] of Object.entries(extras))
    if (!existsSync(join(root, file))) await write(file, text);
  const generated = files.filter(({ status }) => status === "written").map(({ path }) => path);
  return { written, generated, diagnostics };
}

/** The folder for a test: `test/`, or next to the implementation if the package depends on `@types/node`. */
function testFolder(root: string, tools: string): string | undefined {
  if (existsSync(join(root, "test"))) return "test";
  return readTextIn(root)("package.json")?.includes('"@types/node"') === true ? tools : undefined;
}
