import { nodeHost } from "@toolkiln/generator";
import { staleReference } from "@toolkiln/generator/reference";
import { openProjects, pathIn } from "@toolkiln/project";
import { defineCommand } from "../command.js";
import { projectReference } from "../evolution/project-reference.js";
import { count, note, present } from "../output.js";
import { stopAtErrors } from "../report.js";

/** `toolkiln docs`: writes Markdown pages, index.html and llms.txt. `toolkiln check` reports when they are stale. */
export const setup = defineCommand({
  options: { "--since <version>": "include changes since a version (git ref, folder, exported catalogue)" },
  examples: [
    [
      "docs",
      "write the reference of all tools to docs/tools, or to the folder that the configuration sets as `docs`",
    ],
    ["docs --since v1.0.0", "include what changed in each tool since v1.0.0"],
  ],
  async run(options) {
    const written: string[] = [];
    let tools = 0;
    for (const project of await openProjects(options)) {
      const { root, docs } = project;
      const host = nodeHost(root);
      const { files, version } = await projectReference(project, options, options.since);
      stopAtErrors([project, version.diagnostics]);
      const stale = await staleReference(host, docs, files);
      stopAtErrors([project, stale.filter(({ code }) => code === "TK6005")]);
      for (const { file } of stale) {
        const contents = files.get(file.slice(docs.length + 1));
        await (contents === undefined ? host.deleteFile(file) : host.writeFile(file, contents));
        written.push(pathIn(project, file));
      }
      tools += version.specs.length;
    }
    const summary = `${count(tools, "tool")}, ${count(written.length, "reference file")} written or deleted.`;
    present({ files: written, tools }, () => note(summary));
  },
});
