import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { analyze, generate, nodeHost, type Diagnostic } from "@toolkiln/generator";
import { CommandError } from "../command-error.js";
import type { Project } from "../project.js";
import { hasErrors } from "../report.js";
import { implementationText } from "./implementation-text.js";
import { manifestText, type NewTool } from "./manifest-text.js";

/** What creating a tool came to. */
export interface CreatedTool {
  /** Relative to the project. */
  readonly manifest: string;
  readonly implementation: string;
  readonly generated: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Where the files of a new tool go; refuses an id whose files exist. */
export function placeFor(
  id: string,
  { root, config }: Pick<Project, "root" | "config">,
): Pick<CreatedTool, "manifest" | "implementation"> {
  const manifest = `${config.manifests}/${id}.tool.yaml`;
  const implementation = `${config.tools}/${id}.ts`;
  for (const path of [manifest, implementation]) {
    if (existsSync(join(root, path)))
      throw new CommandError(`${path} exists already. Change it, or choose another id.`);
  }
  return { manifest, implementation };
}

/** Writes the manifest and the implementation of a tool and generates what lies between them. */
export async function createTool(
  { root, config }: Project,
  tool: Omit<NewTool, "schemaPath">,
): Promise<CreatedTool> {
  const { manifest, implementation } = placeFor(tool.id, { root, config });
  await write(
    join(root, manifest),
    manifestText({ ...tool, schemaPath: editorSchema(root, dirname(manifest)) }),
  );
  const { diagnostics, files } = await generate({ host: nodeHost(root), config });
  const { models } = await analyze(nodeHost(root), config);
  const model = models.find(({ spec }) => spec.id === tool.id);
  const own = diagnostics.filter(({ file }) => file === manifest);
  if (model === undefined || hasErrors(own)) {
    await rm(join(root, manifest));
    return { manifest, implementation, generated: [], diagnostics: own.length > 0 ? own : diagnostics };
  }
  const suffix = config.importExtension === "none" ? "" : `.${config.importExtension}`;
  const way = posix.relative(config.tools, `${config.out}/tools/${model.names.file}${suffix}`);
  const text = implementationText({
    contract: model.names.contract,
    module: way.startsWith(".") ? way : `./${way}`,
    kind: tool.kind,
  });
  await write(join(root, implementation), text);
  const generated = files.filter(({ status }) => status === "written").map(({ path }) => path);
  return { manifest, implementation, generated, diagnostics };
}

/** The way from a folder of manifests to their schema: in the installed command, or in this repository. */
export function editorSchema(root: string, folder: string): string {
  const own = existsSync(join(root, "schema/manifest.json"));
  return posix.relative(folder, own ? "schema/manifest.json" : "node_modules/toolkiln/schema/manifest.json");
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: "wx" });
}
