import { relative, resolve } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import { openProject, workingFolder, didYouMeanOneOf, type Project } from "@toolkiln/project";
import { CommandError, defineCommand, exitCode, type OptionsOf } from "../command.js";
import { writeProjectSchema } from "../editor-schema.js";
import { findCheckout } from "../init/checkout.js";
import { findLayout, type Layout } from "../init/layout.js";
import { isDeclared } from "../init/package-json.js";
import { planProject } from "../init/plan-project.js";
import { parseObject, readTextIn, type PlannedFile, type ReadText } from "../init/planned-file.js";
import { optionalPackages, type OptionalPackage } from "../optional-package.js";
import { note, log, present } from "../output.js";
import { askSeveral, askYesNo } from "../prompts.js";
import { exitCodeOf, reportDiagnostics } from "../report.js";
import { isInteractive } from "../terminal.js";

const optionalNames = Object.keys(optionalPackages);

const flags = {
  "--yes": `change existing files without asking, and set "type": "module" where no type is set`,
  "--with <packages...>": `optional packages to add: ${optionalNames.join(", ")}`,
  "--dry-run": "report what would change and write nothing",
} as const;

type InitOptions = OptionsOf<typeof flags>;

export const setup = defineCommand({
  arguments: [["[dir]", "the folder of the project (default: the working directory)"]],
  options: flags,
  examples: [
    ["init my-tools", "create a project that runs"],
    ["init my-tools --with mcp", "the same, with what `toolkiln mcp` needs"],
    ["init --dry-run", "what would change in this project"],
    ["init --yes", "add toolkiln to this project without asking"],
  ],
  async run(options, folder = ".") {
    const { dryRun = false, json: _, ...others } = options;
    const root = resolve(workingFolder(options), folder);
    const open = (): Promise<Project> => openProject({ ...others, cwd: root });
    const read = readTextIn(root);
    const checkout = findCheckout();
    const layout = await findLayout(root, read, options, open);
    const plan = planProject({ root, read, checkout, layout, optional: await optionalOf(read, options) });
    const files = await confirmChanges(plan, options);
    const code = dryRun ? exitCode.ok : await write(root, files, open);
    const notes = [
      ...(checkout === undefined ? [] : [linkNote(checkout)]),
      ...(layout.isCommonJs ? [commonJsNote] : []),
    ];
    const listed = files.map(({ path, status, changes }) => ({ path, status, changes }));
    present({ root, dryRun, files: listed, notes }, () => {
      notePlan(files, layout, dryRun);
      for (const line of notes) note(`\n${line}`);
      if (dryRun) note("\nNothing was written (dry run).");
      else noteNextSteps(files, root, layout);
    });
    return code;
  },
});

/** The optional packages that the user chose, by flag or prompt. */
async function optionalOf(read: ReadText, options: InitOptions): Promise<readonly OptionalPackage[]> {
  const known = new Map(Object.entries(optionalPackages));
  if (options.with !== undefined)
    return options.with.map((name) => {
      const found = known.get(name);
      if (found !== undefined) return found;
      throw new CommandError(`Unknown optional package '${name}'.${didYouMeanOneOf(name, optionalNames)}`);
    });
  if (options.yes === true || options.dryRun === true || options.json === true || !isInteractive()) return [];
  const manifest = parseObject(read("package.json") ?? "{}") ?? {};
  const missing = [...known.values()].filter(({ name }) => !isDeclared(manifest, name));
  if (missing.length === 0) return [];
  const chosen = await askSeveral("Optional packages: space selects, enter continues", missing);
  return missing.filter(({ name }) => chosen.includes(name));
}

/** Asks before changing existing files, unless `--yes` or `--dry-run` is set. If declined, they are kept. */
async function confirmChanges(files: readonly PlannedFile[], { yes, dryRun }: InitOptions) {
  const changed = files.filter(({ status }) => status === "changed");
  if (changed.length === 0 || yes === true || dryRun === true) return files;
  const lines = changed.map(({ path, changes }) => `  ${path}: ${changes.join(", ")}`);
  const question = ["These files exist and would change:", ...lines].join("\n");
  if (!isInteractive())
    throw new CommandError(
      `${question}\nNothing was written. Pass --yes to change them, or --dry-run to see all changes.`,
    );
  log(question);
  if (await askYesNo("Change them?")) return files;
  return files.map((file) => (file.status === "changed" ? { ...file, status: "kept" as const } : file));
}

/** Writes the files and generates code. */
async function write(root: string, files: readonly PlannedFile[], open: () => Promise<Project>) {
  for (const { path, status, contents } of files)
    if (status !== "kept") await nodeHost(root).writeFile(path, contents);
  const project = await open();
  const { diagnostics } = await generate({ host: nodeHost(project.root), config: project.config });
  await writeProjectSchema(project);
  reportDiagnostics(diagnostics, project);
  return exitCodeOf(diagnostics);
}

const commonJsNote =
  "This package stays CommonJS: its compiled code loads @toolkiln/runtime with require(), which needs Node 20.19 or later.";

function linkNote(checkout: string): string {
  return `The toolkiln packages are linked to the checkout in ${checkout}; do not move that folder. For CI, replace the links with published versions.`;
}

function notePlan(files: readonly PlannedFile[], layout: Layout, dryRun: boolean): void {
  const marks = { created: "+", changed: "~", kept: " " } as const;
  const shown = files.filter(({ status, changes }) => status !== "kept" || changes.length > 0);
  for (const { path, status, changes } of shown) {
    const text = status === "kept" ? "not changed; do this by hand: " : "";
    note(`${marks[status]} ${path}${changes.length === 0 ? "" : `   ${text}${changes.join(", ")}`}`);
  }
  if (dryRun) return;
  if (shown.length === 0) note("Nothing to do: the project is already set up.");
  else note(`+ ${layout.out}/   the generated code, which \`toolkiln generate\` writes`);
}

function noteNextSteps(files: readonly PlannedFile[], root: string, { manifests, tools }: Layout): void {
  const enter = root === process.cwd() ? "" : `cd ${relative(process.cwd(), root)} && `;
  note(`\nNext: ${enter}npm install && npm test`);
  const hasExample = files.some(({ path }) => path === `${manifests}/word-count.tool.yaml`);
  if (hasExample) note(`Then: npx toolkiln run word-count --text "to be or not to be"`);
  const label = hasExample ? "     " : "Then:";
  note(`${label} npx toolkiln new <id>   creates a tool of your own in ${manifests}/ and ${tools}/`);
}
