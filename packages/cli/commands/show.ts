import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyze, nodeHost } from "@toolkiln/generator";
import { findModel, openProjects } from "@toolkiln/project";
import type { Command } from "commander";
import { CommandError } from "../command-error.js";
import { addExamples, runWith } from "../command-setup.js";
import { noSuchTool } from "../did-you-mean.js";
import { exitCode } from "../exit-code.js";
import { print, printJson, tell, visible } from "../output.js";
import type { GlobalOptions } from "../global-options.js";
import { hasErrors, stopAtErrors } from "../report.js";

/** Options of `toolkiln show`. */
interface ShowOptions extends GlobalOptions {
  readonly resolved?: boolean;
}

/** `toolkiln show` */
export function setupShow(command: Command): void {
  command
    .argument("<id>", "the tool")
    .option("--resolved", "with everything that the manifest leaves to defaults");
  addExamples(command, [
    ["show file-read", "the manifest as its author wrote it"],
    ["show file-read --resolved", "the tool with every default filled in"],
    ["show file-read --json", "the same for programs"],
  ]);
  command.action((id: string) => runWith(command, (options: ShowOptions) => show(id, options)));
}

/** Shows one tool. */
async function show(id: string, options: ShowOptions): Promise<number> {
  const ids: string[] = [];
  const problems = [];
  for (const project of await openProjects(options)) {
    const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
    const model = findModel(models, id);
    ids.push(...models.map(({ spec }) => spec.id));
    if (model === undefined) {
      // The tool may be the very one that cannot be understood.
      const own = diagnostics.filter(({ file }) => file.endsWith(`/${id}.tool.yaml`));
      if (hasErrors(own)) problems.push({ project, diagnostics: own });
      continue;
    }
    const { file } = model.origin;
    if (model.spec.id !== id && model.spec.wireName !== id)
      tell(`\`${id}\` is called \`${model.spec.id}\` now.`);
    if (options.json === true) printJson({ id: model.spec.id, file, tool: model.spec });
    else {
      if (options.quiet !== true) tell(file);
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
