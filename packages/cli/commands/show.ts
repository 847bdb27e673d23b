import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyze, nodeHost } from "@toolkiln/generator";
import { findModel, openProjects } from "@toolkiln/project";
import { CommandError, defineCommand, exitCode, type OptionsOf } from "../command.js";
import { noSuchTool } from "../no-such-tool.js";
import { print, printJson, log, visible } from "../output.js";
import { hasErrors, stopAtErrors } from "../report.js";

const flags = { "--resolved": "with all defaults filled in" } as const;

type ShowOptions = OptionsOf<typeof flags>;

/** `toolkiln show` */
export const setup = defineCommand({
  arguments: [["<id>", "the tool"]],
  options: flags,
  examples: [
    ["show file-read", "the manifest as its author wrote it"],
    ["show file-read --resolved", "the tool with all defaults filled in"],
    ["show file-read --json", "the same for programs"],
  ],
  run: show,
});

async function show(options: ShowOptions, id: string): Promise<number> {
  const ids: string[] = [];
  const problems = [];
  for (const project of await openProjects(options)) {
    const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
    const model = findModel(models, id);
    ids.push(...models.map(({ spec }) => spec.id));
    if (model === undefined) {
      // The tool's own manifest may have errors.
      const own = diagnostics.filter(({ file }) => file.endsWith(`/${id}.tool.yaml`));
      if (hasErrors(own)) problems.push({ project, diagnostics: own });
      continue;
    }
    const { file } = model.origin;
    if (model.spec.id !== id && model.spec.wireName !== id)
      log(`\`${id}\` was renamed to \`${model.spec.id}\`.`);
    if (options.json === true) printJson({ id: model.spec.id, file, tool: model.spec });
    else {
      if (options.quiet !== true) log(file);
      print(visible(await textOf(model.spec, join(project.root, file), options)).trimEnd());
    }
    return exitCode.ok;
  }
  if (problems.length > 0) return stopAtErrors(problems, options);
  throw new CommandError(noSuchTool(id, ids));
}

async function textOf(spec: object, file: string, { resolved }: ShowOptions): Promise<string> {
  if (resolved !== true) return readFile(file, "utf8");
  const { Document } = await import("yaml");
  const { writeManifest } = await import("@toolkiln/generator/format");
  return writeManifest(new Document(spec, { aliasDuplicateObjects: false }));
}
