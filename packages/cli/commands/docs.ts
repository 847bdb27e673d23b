import { nodeHost, type Host } from "@toolkiln/generator";
import { referenceMark, staleReference } from "@toolkiln/generator/reference";
import { openProjects, pathIn, type Project } from "@toolkiln/project";
import { CommandError, defineCommand } from "../command.js";
import { projectReference } from "../evolution/project-reference.js";
import { count, note, present } from "../output.js";
import { stopAtErrors } from "../report.js";

/** `toolkiln docs`: writes Markdown pages, index.html and llms.txt. `toolkiln check` reports when they are stale. */
export const setup = defineCommand({
  options: { "--since <version>": "include what changed since a git ref, a folder or an exported catalogue" },
  examples: [
    ["docs", "write the reference of all tools to docs/tools, or to the folder `docs` in the configuration"],
    ["docs --since v1.0.0", "include what changed in each tool since v1.0.0"],
  ],
  async run(options) {
    const written: string[] = [];
    let tools = 0;
    for (const project of await openProjects(options)) {
      const reference = await projectReference(project, options, options.since);
      stopAtErrors([project, reference.diagnostics]);
      const changed = await writeReference(project, reference.files);
      written.push(...changed.map((path) => pathIn(project, path)));
      tools += reference.tools;
    }
    const summary = `${count(tools, "tool")}, ${count(written.length, "file")} of the reference written.`;
    present({ files: written, tools }, () => note(summary));
  },
});

/** Writes changed pages and deletes pages of removed tools; returns the paths. */
async function writeReference(
  { root, docs }: Project,
  files: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const host = nodeHost(root);
  await rejectForeign(host, docs, files);
  const changed = (await staleReference(host, docs, files)).map(({ file }) => file);
  for (const file of changed) {
    const contents = files.get(file.slice(docs.length + 1));
    await (contents === undefined ? host.deleteFile(file) : host.writeFile(file, contents));
  }
  return changed;
}

/** Throws if a file exists that `toolkiln docs` did not write. */
async function rejectForeign(host: Host, docs: string, files: ReadonlyMap<string, string>): Promise<void> {
  const isOurs = async (path: string): Promise<boolean> =>
    new TextDecoder().decode(await host.readFile(path)).startsWith(referenceMark);
  const hasIndex = await isOurs(`${docs}/index.md`);
  for (const path of files.keys()) {
    const file = `${docs}/${path}`;
    if ((await host.kindOf(file)) === "missing") continue;
    if (path.endsWith(".md") ? await isOurs(file) : hasIndex) continue;
    throw new CommandError(
      `${file} was not written by \`toolkiln docs\`. Move it, or set \`docs\` to another folder.`,
    );
  }
}
