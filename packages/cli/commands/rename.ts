import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { analyze, generate, nodeHost, type Diagnostic, type ToolModel } from "@toolkiln/generator";
import {
  isId,
  lineChanges,
  planRename,
  type FileRename,
  type RenamePlan,
  type RenameRequest,
} from "@toolkiln/generator/rename";
import { openProject, type Project } from "@toolkiln/project";
import { CommandError, defineCommand, exitCode, type OptionsOf } from "../command.js";
import { noSuchTool } from "../no-such-tool.js";
import { count, printJson, log, visible } from "../output.js";
import { hasErrors, reportDiagnostics, stopAtErrors } from "../report.js";
import { colorsOf } from "../terminal.js";

const flags = {
  "--dry-run": "report what would change and write nothing",
  "--allow-dirty": "also when the working tree has changes that are not committed",
} as const;

/** `toolkiln rename` */
export const setup = defineCommand({
  arguments: [
    ["<old>", "the id of a tool, or <id>.<parameter>"],
    ["<new>", "its new id, or the parameter's new name"],
  ],
  options: flags,
  examples: [
    ["rename file-read file-open", "the tool everywhere; the old id keeps working"],
    ["rename file-read.path file", "a parameter; the old name keeps working"],
    ["rename file-read file-open --dry-run", "only show the changes"],
  ],
  run: runRename,
});

/** Renames a tool or a parameter in manifests, implementations, applications and tests. */
async function runRename(options: OptionsOf<typeof flags>, from: string, to: string): Promise<number> {
  const project = await openProject(options);
  const { root, config } = project;
  const host = nodeHost(root);
  const { models, diagnostics } = await analyze(host, config);
  if (hasErrors(diagnostics)) return stopAtErrors([{ project, diagnostics }], options);
  const request = readRequest(from, to, models);
  const tracked = gitLines(root, ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
  if (options.dryRun !== true && options.allowDirty !== true) refuseDirty(root);
  const manifest = models.find(({ spec }) => spec.id === request.id)?.origin.file ?? "";
  // The project may be ignored by git.
  const files =
    tracked?.includes(manifest) === true
      ? tracked.filter((file) => existsSync(join(root, file)))
      : (await host.listFiles(".")).filter((path) => !/(^|\/)(node_modules|\.[^/]+|dist)\//.test(path));
  const plan = await planRename({ root, host, config, models, files }, request);
  refuseExisting(plan, root);
  const failed = options.dryRun === true ? [] : await applyPlan(plan, project, request);
  if (options.json === true) {
    const renamed = plan.files.map(({ path, newPath }) => ({ path, newPath }));
    printJson({ ...plan, files: renamed, ...(failed.length > 0 && { diagnostics: failed }) });
  } else {
    logPlan(plan, options);
    if (failed.length > 0) reportDiagnostics(failed, project, options);
  }
  return failed.length > 0 ? exitCode.diagnostics : exitCode.ok;
}

/** Writes the planned changes and regenerates; returns the errors if that fails. */
async function applyPlan(
  { files }: RenamePlan,
  { root, config }: Project,
  request: RenameRequest,
): Promise<readonly Diagnostic[]> {
  const host = nodeHost(root);
  for (const { path, newPath, after } of files) {
    await host.writeFile(newPath, after);
    if (newPath !== path) await host.deleteFile(path);
  }
  const toolsets = renamedToolsets(config, request);
  const { diagnostics } = await generate({ host, config: { ...config, ...toolsets } });
  return hasErrors(diagnostics) ? diagnostics : [];
}

function readRequest(from: string, to: string, models: readonly ToolModel[]): RenameRequest {
  const [id = "", parameter, ...more] = from.split(".");
  const ids = models.map(({ spec }) => spec.id);
  const model = models.find(({ spec }) => spec.id === id);
  if (model === undefined || more.length > 0) throw new CommandError(noSuchTool(id, ids));
  const { properties = {} } = model.paramsSchema;
  if (parameter === undefined) {
    if (!isId(to))
      throw new CommandError(
        `\`${to}\` is not a valid id: write lowercase words with hyphens, like \`file-open\`.`,
      );
    const taken = models.find(
      ({ spec }) => spec.id === to || (spec.id !== id && spec.renamedFrom?.includes(to)),
    );
    if (taken !== undefined)
      throw new CommandError(`The tool ${taken.spec.id} already has the name \`${to}\`.`);
    return { id, to };
  }
  if (!Object.hasOwn(properties, parameter)) {
    throw new CommandError(
      `${id} has no parameter \`${parameter}\`; it has ${Object.keys(properties).join(", ")}.`,
    );
  }
  if (!/^[A-Za-z_][\w-]*$/.test(to)) throw new CommandError(`\`${to}\` is not a valid parameter name.`);
  if (Object.hasOwn(properties, to)) throw new CommandError(`${id} already has a parameter \`${to}\`.`);
  return { id, parameter, to };
}

/** The configured toolsets with the new id, because the loaded configuration module is not reloaded. */
function renamedToolsets({ toolsets }: Project["config"], { id, parameter, to }: RenameRequest): object {
  if (toolsets === undefined || parameter !== undefined) return {};
  const renamed = Object.entries(toolsets).map(([name, { ids, ...rest }]) => [
    name,
    { ...rest, ...(ids && { ids: ids.map((one) => (one === id ? to : one)) }) },
  ]);
  return { toolsets: Object.fromEntries(renamed) as typeof toolsets };
}

/** Git's output, split at NUL; undefined outside of a repository. */
function gitLines(root: string, args: readonly string[]): readonly string[] | undefined {
  try {
    const output = execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return output.split("\0").filter((line) => line !== "");
  } catch {
    return undefined;
  }
}

function refuseDirty(root: string): void {
  const changed = gitLines(root, ["status", "--porcelain", "-z", "."]) ?? [];
  if (changed.length === 0) return;
  throw new CommandError(
    `The working tree has ${count(changed.length, "change")} that ${changed.length === 1 ? "is" : "are"} not committed. Commit first, so that the rename can be undone, or pass --allow-dirty.`,
  );
}

function refuseExisting({ files }: RenamePlan, root: string): void {
  const taken = files.find(({ path, newPath }) => newPath !== path && existsSync(join(root, newPath)));
  if (taken !== undefined) throw new CommandError(`${taken.newPath} exists already. Move it first.`);
}

function logPlan({ files, undecided }: RenamePlan, { dryRun, quiet }: OptionsOf<typeof flags>): void {
  if (quiet !== true) for (const file of files) logFile(file);
  for (const { file, line, text } of undecided) log(visible(`${file}:${line}  undecided: ${text}`));
  const verb = dryRun === true ? "would change" : "changed";
  const rest = undecided.length === 0 ? "" : ` ${count(undecided.length, "place")} left to you.`;
  if (quiet !== true) log(`${count(files.length, "file")} ${verb}.${rest}`);
}

function logFile({ path, newPath, before, after }: FileRename): void {
  const colors = colorsOf(process.stderr);
  log(colors.bold(path === newPath ? path : `${path} → ${newPath}`));
  for (const { removed, added } of lineChanges(before.split("\n"), after.split("\n"))) {
    for (const line of removed) log(colors.red(visible(`- ${line}`)));
    for (const line of added) log(colors.green(visible(`+ ${line}`)));
  }
}
