import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { generate, nodeHost, type Diagnostic, type ToolModel } from "@toolkiln/generator";
import {
  changedLines,
  isId,
  planRename,
  type RenamePlan,
  type RenameRequest,
} from "@toolkiln/generator/rename";
import { openProject, type Project } from "@toolkiln/project";
import { CommandError, defineCommand, exitCode, noSuchTool } from "../command.js";
import { count, log, note, present, visible } from "../output.js";
import { hasErrors, readTools, reportDiagnostics } from "../report.js";
import { colorsOf } from "../terminal.js";

/** `toolkiln rename`: renames a tool or a parameter in manifests, implementations, applications and tests. */
export const setup = defineCommand({
  arguments: [
    ["<old>", "the id of a tool, or <id>.<parameter>"],
    ["<new>", "its new id, or the parameter's new name"],
  ],
  options: {
    "--dry-run": "report what would change and write nothing",
    "--allow-dirty": "rename even if the working tree has uncommitted changes",
  },
  examples: [
    ["rename file-read file-open", "rename a tool everywhere; the old id keeps working"],
    ["rename file-read.path file", "rename a parameter; the old name keeps working"],
    ["rename file-read file-open --dry-run", "only show the changes"],
  ],
  async run({ dryRun = false, allowDirty = false, ...options }, from, to) {
    const project = await openProject(options);
    const { root, config } = project;
    const host = nodeHost(root);
    const models = (await readTools([project])).map(({ model }) => model);
    const request = readRequest(from, to, models);
    const tracked = gitLines(root, ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    const dirty = dryRun || allowDirty ? [] : gitLines(root, ["status", "--porcelain", "-z", "."]);
    const changes = count(dirty.length, "uncommitted change");
    if (dirty.length > 0)
      throw new CommandError(`The working tree has ${changes}. Commit first, or pass --allow-dirty.`);
    const manifest = models.find(({ spec }) => spec.id === request.id)?.origin.file ?? "";
    // The project may be ignored by git.
    const files = tracked.includes(manifest)
      ? tracked.filter((file) => existsSync(join(root, file)))
      : (await host.listFiles(".")).filter((path) => !/(^|\/)(node_modules|\.[^/]+|dist)\//.test(path));
    const plan = await planRename({ root, host, config, models, files }, request);
    const taken = plan.files.find(({ path, newPath }) => newPath !== path && existsSync(join(root, newPath)));
    if (taken !== undefined) throw new CommandError(`${taken.newPath} already exists. Move it first.`);
    const diagnostics = dryRun ? [] : await applyPlan(plan, project, request);
    const failed = hasErrors(diagnostics);
    const renamed = plan.files.map(({ path, newPath }) => ({ path, newPath }));
    present({ ...plan, files: renamed, ...(failed && { diagnostics }) }, () => {
      logPlan(plan, dryRun ? "would change" : "changed");
      if (failed) reportDiagnostics(diagnostics, project);
    });
    return failed ? exitCode.diagnostics : exitCode.ok;
  },
});

/** Writes the planned changes and regenerates. */
async function applyPlan(
  { files }: RenamePlan,
  { root, config }: Project,
  { id, parameter, to }: RenameRequest,
): Promise<readonly Diagnostic[]> {
  const host = nodeHost(root);
  for (const { path, newPath, after } of files) {
    await host.writeFile(newPath, after);
    if (newPath !== path) await host.deleteFile(path);
  }
  // A loaded configuration module is not reloaded, so its toolsets still have the old id.
  const toolsets = Object.entries(config.toolsets ?? {}).map(([name, { ids, ...rest }]) => {
    const renamed = ids?.map((one) => (one === id && parameter === undefined ? to : one));
    return [name, { ...rest, ...(renamed && { ids: renamed }) }] as const;
  });
  const updated = { ...config, ...(config.toolsets && { toolsets: Object.fromEntries(toolsets) }) };
  return (await generate({ host, config: updated })).diagnostics;
}

function readRequest(from: string, to: string, models: readonly ToolModel[]): RenameRequest {
  const [id = "", parameter, ...nested] = from.split(".");
  const ids = models.map(({ spec }) => spec.id);
  const model = models.find(({ spec }) => spec.id === id);
  if (model === undefined) throw new CommandError(noSuchTool(id, ids));
  if (nested.length > 0)
    throw new CommandError(
      `\`${from}\` cannot be renamed: nested parameters and names with a dot are not supported.`,
    );
  const { properties = {} } = model.paramsSchema;
  if (parameter === undefined) {
    if (!isId(to))
      throw new CommandError(`\`${to}\` is not a valid id: write lowercase words joined by hyphens.`);
    const taken = models.find(
      ({ spec }) => spec.id === to || (spec.id !== id && spec.renamedFrom?.includes(to)),
    );
    if (taken !== undefined)
      throw new CommandError(`The tool ${taken.spec.id} already has the name \`${to}\`.`);
    return { id, to };
  }
  if (!Object.hasOwn(properties, parameter))
    throw new CommandError(
      `${id} has no parameter \`${parameter}\`; it has ${Object.keys(properties).join(", ") || "none"}.`,
    );
  if (!/^[A-Za-z_][\w-]*$/.test(to)) throw new CommandError(`\`${to}\` is not a valid parameter name.`);
  const holder = Object.hasOwn(properties, to) ? to : model.spec.renamedParameters?.[to];
  if (holder === to || (holder ?? parameter) !== parameter)
    throw new CommandError(`The parameter ${id}.${holder} already has the name \`${to}\`.`);
  return { id, parameter, to };
}

/** Git's output, split at NUL; empty outside of a repository. */
function gitLines(root: string, args: readonly string[]): readonly string[] {
  const { stdout, status } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\0").filter((line) => line !== "") : [];
}

function logPlan({ files, undecided }: RenamePlan, verb: string): void {
  const colors = colorsOf(process.stderr);
  for (const { path, newPath, before, after } of files) {
    note(colors.bold(path === newPath ? path : `${path} → ${newPath}`));
    for (const line of changedLines(before, after))
      note(colors[line.startsWith("-") ? "red" : "green"](visible(line)));
  }
  for (const { file, line, text } of undecided) log(visible(`${file}:${line}  not changed: ${text}`));
  const rest = undecided.length === 0 ? "" : ` Check ${count(undecided.length, "unchanged place")} yourself.`;
  note(`${count(files.length, "file")} ${verb}.${rest}`);
}
