import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import { openProject, workingFolder } from "@toolkiln/project";
import type { Command } from "commander";
import { CommandError } from "../command-error.js";
import { addExamples, runWith } from "../command-setup.js";
import { editorSchemaPath, writeOwnSchema } from "../editor-schema.js";
import { exitCode } from "../exit-code.js";
import { findPackage } from "../doctor/installed-package.js";
import { findCheckout, type Checkout } from "../init/checkout.js";
import { askOptional, optionalNames, readOptional } from "../init/choose-optional.js";
import { compilerMisfit } from "../init/compiler-misfit.js";
import { readCompilerOptions } from "../init/compiler-options.js";
import { confirm } from "../init/confirm.js";
import { chooseLayout, type Layout } from "../init/layout.js";
import { isDeclared, linkedPackages } from "../init/package-json.js";
import { planProject } from "../init/plan-project.js";
import { parseObject, readTextIn, type PlannedFile, type ReadText } from "../init/planned-file.js";
import type { OptionalPackage } from "../optional-package.js";
import { printJson, tell } from "../output.js";
import type { GlobalOptions } from "../global-options.js";
import { exitCodeOf, reportDiagnostics } from "../report.js";
import { isInteractive } from "../terminal.js";

/** Options of `toolkiln init`. */
interface InitOptions extends GlobalOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly with?: readonly string[];
}

/** `toolkiln init` */
export function setupInit(command: Command): void {
  command
    .argument("[dir]", "the folder of the project (default: the working directory)")
    .option("--yes", `agree to changes of files that exist, "type": "module" included where none is said`)
    .option("--with <packages...>", `optional packages to add: ${optionalNames.join(", ")}`)
    .option("--dry-run", "tell what would be done");
  addExamples(command, [
    ["init my-tools", "a new project that runs"],
    ["init my-tools --with mcp", "the same, with what `toolkiln mcp` needs"],
    ["init --dry-run", "what would change in this project"],
    ["init --yes", "add tools to this project without asking"],
  ]);
  command.action((folder: string | undefined) =>
    runWith(command, (options: InitOptions) => init(folder, options)),
  );
}

/** Makes a project, or adds tools to one. */
async function init(folder: string | undefined, options: InitOptions): Promise<number> {
  const root = resolve(workingFolder(options), folder ?? ".");
  const read = readTextIn(root);
  const { layout, hasConfig } = await layoutOf(root, read, options);
  const checkout = findCheckout();
  const optional = await optionalOf(read, options);
  const common = {
    root,
    layout,
    read,
    hasConfig,
    hasManifests: hasManifests(root, layout),
    checkout,
    optional,
  };
  const plan = (allowModuleType: boolean): readonly PlannedFile[] =>
    planProject({ ...common, allowModuleType });
  const files = await agree(plan, options);
  if (options.dryRun !== true) {
    for (const file of files)
      if (file.status !== "kept") await nodeHost(root).writeFile(file.path, file.contents);
  }
  const code = options.dryRun === true ? exitCode.ok : await generateFirst(root, options);
  const notes = [...linkNotes(files, checkout), ...notesOn(files, root)];
  if (options.json === true) {
    const listed = files.map(({ path, status, changes }) => ({ path, status, changes }));
    printJson({ root, dryRun: options.dryRun === true, files: listed, notes });
  } else if (options.quiet !== true) {
    tellPlan(files, layout, options);
    for (const note of notes) tell(`\n${note}`);
    if (options.dryRun === true) tell("\nNothing was written (dry run).");
    else tellNextSteps(files, root, layout);
  }
  return code;
}

async function layoutOf(
  root: string,
  read: ReadText,
  options: InitOptions,
): Promise<{ readonly layout: Layout; readonly hasConfig: boolean }> {
  const chosen = chooseLayout(read);
  const hasConfig = ["ts", "js", "json", "yaml"].some(
    (extension) => read(`toolkiln.config.${extension}`) !== undefined,
  );
  const config = hasConfig ? (await openProject({ ...options, cwd: root })).config : undefined;
  const { manifests = chosen.manifests, out = chosen.out, tools = chosen.tools } = config ?? options;
  const schema = editorSchemaPath(config ?? {});
  return { layout: { ...chosen, manifests, out, tools, schema }, hasConfig };
}

/** The optional packages that were asked for: by flag, or by answering. */
async function optionalOf(read: ReadText, options: InitOptions): Promise<readonly OptionalPackage[]> {
  if (options.with !== undefined) return readOptional(options.with);
  if (options.yes === true || options.dryRun === true || options.json === true || !isInteractive()) return [];
  const manifest = parseObject(read("package.json") ?? "{}") ?? {};
  return askOptional((name) => isDeclared(manifest, name));
}

/** Nobody's file is changed without a yes: by flag, or by asking. A no leaves those files as they are. */
async function agree(
  plan: (allowModuleType: boolean) => readonly PlannedFile[],
  { yes, dryRun }: InitOptions,
): Promise<readonly PlannedFile[]> {
  const files = plan(true);
  const changed = files.filter(({ status }) => status === "changed");
  if (changed.length === 0 || yes === true || dryRun === true) return files;
  const list = changed.map(({ path, changes }) => `  ${path}: ${changes.join(", ")}`).join("\n");
  if (!isInteractive()) {
    throw new CommandError(
      `These files exist and would change:\n${list}\nNothing was written. Pass --yes to agree, or --dry-run to see everything.`,
    );
  }
  tell(`These files exist and would change:\n${list}`);
  const agreed = await confirm("Change them?");
  return agreed
    ? files
    : plan(false).map((file) => (file.status === "changed" ? { ...file, status: "kept" } : file));
}

function hasManifests(root: string, { manifests }: Layout): boolean {
  const folder = join(root, manifests);
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".tool.yaml"));
}

async function generateFirst(root: string, options: InitOptions): Promise<number> {
  const { json: _, ...others } = options;
  const project = await openProject({ ...others, cwd: root });
  const { diagnostics } = await generate({ host: nodeHost(project.root), config: project.config });
  await writeOwnSchema(project);
  reportDiagnostics(diagnostics, project, options);
  return exitCodeOf(diagnostics);
}

/** Which packages come from the checkout that the command runs in. */
function linkNotes(files: readonly PlannedFile[], checkout: Checkout | undefined): readonly string[] {
  const text = files.find(({ path }) => path === "package.json")?.contents ?? "{}";
  const linked = checkout === undefined ? [] : linkedPackages(parseObject(text) ?? {}, checkout);
  if (checkout === undefined || linked.length === 0) return [];
  return [
    `Linked to the checkout in ${checkout.folder}: ${linked.join(", ")}.`,
    "The links in package.json work as long as that folder stays where it is. For CI, replace them with published versions.",
  ];
}

/** What the package and its compiler ask of the project, that nobody but its author can decide. */
function notesOn(files: readonly PlannedFile[], root: string): readonly string[] {
  const planned = new Map(files.map(({ path, contents }) => [path, contents]));
  const type = parseObject(planned.get("package.json") ?? "{}")?.["type"];
  const read = readTextIn(root);
  const options = readCompilerOptions((path) => planned.get(path) ?? read(path));
  const packageType = type === "module" ? "module" : "commonjs";
  const misfit = options && compilerMisfit(options, packageType, findPackage(root, "typescript")?.version);
  return [
    ...(packageType === "module"
      ? []
      : [
          "This is a CommonJS package and stays one: what is compiled there requires @toolkiln/runtime, which takes Node 20.19 or later.",
        ]),
    ...(misfit === undefined ? [] : [`${misfit.message}\n${misfit.help}`]),
  ];
}

function tellPlan(files: readonly PlannedFile[], layout: Layout, { dryRun }: InitOptions): void {
  const marks = { created: "+", changed: "~", kept: " " } as const;
  for (const { path, status, changes } of files) {
    if (status === "kept" && changes.length === 0) continue;
    const note = status === "kept" ? `   left as it is; by hand: ${changes.join(", ")}` : "";
    tell(`${marks[status]} ${path}${status === "changed" ? `   ${changes.join(", ")}` : note}`);
  }
  if (dryRun === true) return;
  if (files.every(({ status, changes }) => status === "kept" && changes.length === 0))
    tell("Everything is there already.");
  else tell(`+ ${layout.out}/   the bindings, which \`toolkiln generate\` writes anew`);
}

function tellNextSteps(files: readonly PlannedFile[], root: string, layout: Layout): void {
  const enter = root === process.cwd() ? "" : `cd ${relative(process.cwd(), root)} && `;
  tell(`\nNext: ${enter}npm install && npm test`);
  const hasExample = files.some(({ path }) => path === `${layout.manifests}/word-count.tool.yaml`);
  if (hasExample) tell(`Then: npx toolkiln run word-count --text "to be or not to be"`);
  tell(
    `${hasExample ? "     " : "Then:"} npx toolkiln new <id>   makes a tool of your own in ${layout.manifests}/ and ${layout.tools}/`,
  );
}
