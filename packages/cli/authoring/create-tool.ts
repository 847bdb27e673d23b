import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import {
  analyze,
  generate,
  implementationText,
  moduleSpecifier,
  nodeHost,
  type Diagnostic,
  type ToolModel,
} from "@toolkiln/generator";
import { servicesFile } from "@toolkiln/generator/config";
import { implementationFile, type Project } from "@toolkiln/project";
import { CommandError } from "../command.js";
import { editorSchemaPath, writeProjectSchema } from "../editor-schema.js";
import { readTextIn } from "../init/planned-file.js";
import { hasErrors, isError } from "../report.js";
import { manifestText, type NewTool } from "./manifest-text.js";
import { placeholderFor, servicesText, testText } from "./source-texts.js";

/** Paths of a tool's files, existing or new, relative to the project. */
interface ToolFiles {
  readonly manifest: string;
  readonly implementation: string;
}

/** The files of a tool that has no implementation yet. */
export interface ToolLocation extends ToolFiles {
  /** Whether the manifest exists and only the implementation is missing. */
  readonly hasManifest: boolean;
}

/** The outcome of creating a tool. */
export interface CreatedTool extends ToolFiles {
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
    const files = existing === undefined ? `${implemented} exists` : `${existing} and ${implemented} exist`;
    throw new CommandError(`${files} already. Change what is there, or choose another id.`);
  }
  return {
    manifest: existing ?? `${config.manifests}/${name}`,
    implementation: `${config.tools}/${id}.ts`,
    hasManifest: existing !== undefined,
  };
}

/** Writes the manifest of a tool if it is missing, generates its bindings and writes a stub implementation. */
export async function createTool(
  project: Project,
  tool: NewTool,
  { manifest, implementation, hasManifest }: ToolLocation,
): Promise<CreatedTool> {
  const { root, config } = project;
  if (!hasManifest) {
    await writeProjectSchema(project);
    const schema = posix.relative(dirname(manifest), editorSchemaPath(config));
    await create(join(root, manifest), manifestText(tool, schema));
  }
  const host = nodeHost(root);
  const { diagnostics: all, files } = await generate({ host, config });
  const { models } = await analyze(host, config);
  const model = models.find(({ spec, origin }) => spec.id === tool.id && origin.file === manifest);
  const ownDiagnostics = all.filter(({ file }) => file === manifest);
  const diagnostics = all.filter((diagnostic) => ownDiagnostics.includes(diagnostic) || isError(diagnostic));
  if (model === undefined || hasErrors(ownDiagnostics)) {
    if (!hasManifest) await rm(join(root, manifest));
    return { manifest, implementation, written: [], generated: [], diagnostics };
  }
  // The placeholder would not match the data schema of an existing manifest.
  const returnsPlaceholder = !hasManifest || model.spec.result.dataSchema === undefined;
  const parts = returnsPlaceholder ? placeholderFor(model.spec.kind) : {};
  await create(join(root, implementation), implementationText(model.names, config, parts));
  const extras = [...extraFiles(project, model)].filter(([file]) => !existsSync(join(root, file)));
  for (const [file, text] of extras) await create(join(root, file), text);
  const written = [...(hasManifest ? [] : [manifest]), implementation, ...extras.map(([file]) => file)];
  const generated = files.filter(({ status }) => status === "written").map(({ path }) => path);
  return { manifest, implementation, written, generated, diagnostics };
}

/** A test of the tool, and the services file if the tool needs one. */
function extraFiles({ root, config }: Project, { spec: { id, uses = [] } }: ToolModel): Map<string, string> {
  const texts = new Map<string, string>();
  const folder = testFolder(root, config.tools);
  if (folder !== undefined)
    texts.set(`${folder}/${id}.test.ts`, testText(moduleSpecifier(folder, `${config.tools}/${id}`, config)));
  if (uses.length > 0) texts.set(servicesFile(config), servicesText(uses));
  return texts;
}

/** The folder for a test: `test/`, or next to the implementation if the package has types of `node:test`. */
function testFolder(root: string, tools: string): string | undefined {
  if (existsSync(join(root, "test"))) return "test";
  return readTextIn(root)("package.json")?.includes('"@types/node"') === true ? tools : undefined;
}

/** Writes a new file; never overwrites one that was created in the meantime. */
async function create(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: "wx" }).catch(async (error: NodeJS.ErrnoException) => {
    // Delete a partial file (disk full).
    if (error.code !== "EEXIST") await rm(path, { force: true });
    throw error;
  });
}
