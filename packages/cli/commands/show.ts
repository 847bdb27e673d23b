import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyze, nodeHost } from "@toolkiln/generator";
import { findModel, openProjects } from "@toolkiln/project";
import { CommandError, defineCommand, noSuchTool } from "../command.js";
import { log, note, present, print, visible } from "../output.js";
import { stopAtErrors } from "../report.js";

export const setup = defineCommand({
  arguments: [["<id>", "the id of the tool"]],
  options: { "--resolved": "fill in all defaults" },
  examples: [
    ["show file-read", "the manifest as its author wrote it"],
    ["show file-read --resolved", "the tool with all defaults filled in"],
  ],
  async run({ resolved, ...options }, name) {
    const ids: string[] = [];
    const problems = [];
    for (const project of await openProjects(options)) {
      const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
      const model = findModel(models, name);
      ids.push(...models.map(({ spec }) => spec.id));
      // The tool's own manifest may have errors.
      const own = diagnostics.filter(({ file }) => file.endsWith(`/${name}.tool.yaml`));
      problems.push([project, own] as const);
      if (model === undefined) continue;
      const { spec, origin } = model;
      if (spec.id !== name && spec.wireName !== name) log(`\`${name}\` was renamed to \`${spec.id}\`.`);
      return present({ id: spec.id, file: origin.file, tool: spec }, async () => {
        note(origin.file);
        const text = await (resolved === true
          ? resolvedText(spec)
          : readFile(join(project.root, origin.file), "utf8"));
        print(visible(text).trimEnd());
      });
    }
    stopAtErrors(...problems);
    throw new CommandError(noSuchTool(name, ids));
  },
});

async function resolvedText(spec: object): Promise<string> {
  const { Document } = await import("yaml");
  const { writeManifest } = await import("@toolkiln/generator/format");
  return writeManifest(new Document(spec, { aliasDuplicateObjects: false }));
}
