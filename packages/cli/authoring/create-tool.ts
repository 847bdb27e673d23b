import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { analyze, generate, nodeHost, type Diagnostic } from "@toolkiln/generator";
import { servicesFile } from "@toolkiln/generator/config";
import { implementationFile, type Project } from "@toolkiln/project";
import { CommandError } from "../command.js";
import { editorSchemaPath, writeOwnSchema } from "../editor-schema.js";
import { readTextIn } from "../init/planned-file.js";
import { hasErrors, isError } from "../report.js";
import { implementationText, servicesText, testText } from "./implementation-text.js";
import { manifestText, type NewTool } from "./manifest-text.js";

/** Paths of a tool's files, existing or new. */
export interface ToolPlace {
  /** Relative to the project. */
  readonly manifest: string;
  readonly implementation: string;
  /** Whether the manifest exists and only the implementation is missing. */
  readonly isDescribed: boolean;
}

/** The outcome of creating a tool. */
export interface CreatedTool extends Pick<ToolPlace, "manifest" | "implementation"> {
  /** Relative to the project; empty when an error prevented writing. */
  readonly written: readonly string[];
  readonly generated: readonly string[];
  /** Diagnostics of the tool, and errors elsewhere that prevent its generation. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Paths for a tool's files; throws if the id is implemented. */
export async function placeFor(id: string, project: Project): Promise<ToolPlace> {
  const { root, config } = project;
  const name = `${id}.tool.yaml`;
  const manifests = await nodeHost(root).listFiles(config.manifests);
  const described = manifests.find((path) => posix.basename(path) === name);
  const implemented = await implementationFile(project, id);
  if (implemented !== undefined) {
    const files = described === undefined ? `${implemented} exists` : `${described} and ${implemented} exist`;
    throw new CommandError(`${files} already. Change what is there, or choose another id.`);
  }
  return {
    manifest: described ?? `${config.manifests}/${name}`,
    implementation: `${config.tools}/${id}.ts`,
    isDescribed: described !== undefined,
  };
}

/** Writes the manifest and the implementation of a tool and generates its bindings. */
export async function createTool(project: Project, tool: NewTool, place: ToolPlace): Promise<CreatedTool> {
  const { root, config } = project;
  const { manifest } = place;
  const schema = posix.relative(dirname(manifest), editorSchemaPath(config));
  await writeOwnSchema(project);
  await create(join(root, manifest), manifestText(tool, schema));
  const created = await implementTool(project, tool.id, place, tool.kind);
  if (created.written.length === 0) {
    await rm(join(root, manifest));
    return created;
  }
  return { ...created, written: [manifest, ...created.written] };
}

/** Generates the bindings of a tool that has a manifest, and writes a stub implementation. */
export async function implementTool(
  { root, config }: Project,
  id: string,
  { manifest, implementation }: ToolPlace,
  kind?: string,
): Promise<CreatedTool> {
  const host = nodeHost(root);
  const { diagnostics: all, files } = await generate({ host, config });
  const { models } = await analyze(host, config);
  const model = models.find(({ spec, origin }) => spec.id === id && origin.file === manifest);
  const own = all.filter(({ file }) => file === manifest);
  const diagnostics = all.filter((found) => own.includes(found) || isError(found));
  if (model === undefined || hasErrors(own))
    return { manifest, implementation, written: [], generated: [], diagnostics };
  const text = implementationText({
    contract: model.names.contract,
    module: specifier(config.tools, `${config.out}/tools/${model.names.file}`, config),
    kind: kind ?? (model.spec.result.dataSchema === undefined ? model.spec.kind : undefined),
  });
  await create(join(root, implementation), text);
  const more = await createBeside({ root, config }, id, model.spec.uses ?? []);
  const generated = files.filter(({ status }) => status === "written").map(({ path }) => path);
  return { manifest, implementation, written: [implementation, ...more], generated, diagnostics };
}

/** Writes a test of the tool, and the services file if the tool needs one and it does not exist. */
async function createBeside(
  { root, config }: Pick<Project, "root" | "config">,
  id: string,
  uses: readonly string[],
): Promise<readonly string[]> {
  const files = new Map<string, string>();
  const folder = testFolder(root, config.tools);
  if (folder !== undefined)
    files.set(`${folder}/${id}.test.ts`, testText(specifier(folder, `${config.tools}/${id}`, config)));
  if (uses.length > 0) files.set(servicesFile(config), servicesText(uses));
  const written = [...files].filter(([file]) => !existsSync(join(root, file)));
  for (const [file, text] of written) await create(join(root, file), text);
  return written.map(([file]) => file);
}

/** The import specifier of a module, from a folder. */
function specifier(folder: string, module: string, { importExtension }: Project["config"]): string {
  const suffix = importExtension === "none" ? "" : `.${importExtension}`;
  const way = posix.relative(folder, module + suffix);
  return way.startsWith(".") ? way : `./${way}`;
}

/** The folder for a test: `test/`, or beside the implementation if the package has types of `node:test`. */
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
