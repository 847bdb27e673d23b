import { openProject } from "@toolkiln/project";
import { isValidKind } from "@toolkiln/runtime";
import { toolCategories } from "@toolkiln/runtime/vocabulary";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { askNewTool, readServices } from "../authoring/ask-new-tool.js";
import { createTool, locateTool, type ToolLocation } from "../authoring/create-tool.js";
import type { NewTool } from "../authoring/manifest-text.js";
import { parameterSyntax, parseParameter } from "../authoring/parameter-text.js";
import { CommandError, defineCommand, type OptionsOf, riskLevel } from "../command.js";
import { alignColumns, log, note, present } from "../output.js";
import { countDiagnostics, exitCodeOf, hasErrors, withProjectPaths, reportDiagnostics } from "../report.js";
import { isInteractive } from "../terminal.js";

const flags = {
  "--description <text>": "for the model: what the tool does, when to use it, its limits",
  "--category <name>": `${toolCategories.join(", ")} (default: custom)`,
  "--risk <level>": riskLevel("the risk of a call (default: safe)"),
  "--kind <kind>": `the result: ${wellKnownKinds.join(", ")}, or your own kind (default: structured)`,
  "--uses <services...>": "services that the tool uses, such as database mailer",
  "--param <parameters...>": parameterSyntax,
} as const;

/** `toolkiln new`: writes a manifest and an implementation, or only an implementation for an existing manifest. */
export const setup = defineCommand({
  arguments: [["<id>", "the tool's id: lowercase words joined by hyphens, such as word-count"]],
  options: flags,
  examples: [
    ["new word-count", "ask for the details; if the manifest exists, write only the implementation"],
    [`new word-count --kind text --param 'text:string! # What to count'`, "ask for the other details"],
    [`new log-search --param 'query:string!' --param 'limit:integer=20' --risk low`, "two parameters"],
  ],
  async run(options, id) {
    const project = await openProject(options);
    const given = readTool(id, options);
    // Checked before any prompt, because the id may be taken.
    const location = await locateTool(id, project);
    const flagNames = Object.keys(flags).map((flag) => flag.slice(2).split(" ")[0] ?? "");
    const isGiven = (flag: string): boolean => Object.hasOwn(options, flag);
    const ignored = flagNames.filter(isGiven).map((flag) => `--${flag}`);
    if (location.hasManifest && ignored.length > 0)
      throw new CommandError(
        `${location.manifest} already exists and declares the tool. Edit that file, or omit ${ignored.join(", ")} to write only the missing implementation.`,
      );
    const shouldPrompt = !location.hasManifest && isInteractive() && options.json !== true;
    const tool = shouldPrompt ? await askNewTool(given, isGiven) : given;
    const created = await createTool(project, tool, location);
    const diagnostics = withProjectPaths(created.diagnostics, project);
    const { manifest, implementation } = location;
    present({ id, manifest, implementation, ...created, diagnostics }, () => {
      reportDiagnostics(created.diagnostics, project);
      if (hasErrors(diagnostics)) log(`${countDiagnostics(diagnostics)}.`);
      else noteNextSteps(tool, location, created.written);
    });
    return exitCodeOf(diagnostics);
  },
});

function noteNextSteps(
  { id, parameters, risk, uses }: NewTool,
  { manifest, implementation }: ToolLocation,
  written: readonly string[],
): void {
  const isNew = written.includes(manifest);
  const purposeOf = (file: string): string => {
    if (file === manifest) return "the tool's manifest";
    if (file === implementation) return "the implementation, for you to write";
    if (!file.endsWith(".test.ts")) return "the services that tools use";
    // The test script that `init` adds to an existing package runs only the tests of manifests.
    return `a test, for you to extend${file.startsWith("test/") ? "" : `: npx tsx --test ${file}`}`;
  };
  const rows = written.map((file) => [`+ ${file}`, purposeOf(file)]);
  if (!isNew) rows.unshift([`  ${manifest}`, "the tool's manifest, which already existed"]);
  alignColumns(rows).forEach(note);
  if (uses.length > 0 && written.every((file) => !file.endsWith("services.ts")))
    note(`Declare its services in the \`Services\` interface: ${uses.join(", ")}.`);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => ` --${name} …`);
  if (!["safe", "low"].includes(risk)) required.push(` --approve --max-risk ${risk}`);
  note(`\nTry it: npx toolkiln run ${id}${isNew ? required.join("") : " --help"}`);
}

function readTool(id: string, options: OptionsOf<typeof flags>): NewTool {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > 64)
    throw new CommandError(`\`${id}\` is not a valid id: write it like word-count, in up to 64 characters.`);
  const { category = "custom", kind = "structured", risk = "safe" } = options;
  // A kind can be any string, so a type guard would narrow the rest to never.
  const isKind: boolean = isValidKind(kind);
  if (!isKind)
    throw new CommandError(
      `'${kind}' is not a kind of result: ${wellKnownKinds.join(", ")}, or your own such as git.status.`,
    );
  const parameters = (options.param ?? []).map(parseParameter);
  const names = parameters.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) throw new CommandError(`The parameter \`${duplicate}\` is given twice.`);
  const title = id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
  const description =
    options.description ?? `${title}. Describe here what it does, when to use it and what its limits are.`;
  const uses = readServices((options.uses ?? []).join(" "));
  return { id, description, category, risk, kind, parameters, uses };
}
