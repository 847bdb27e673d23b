import { openProject } from "@toolkiln/project";
import { isValidKind } from "@toolkiln/runtime";
import { toolCategories } from "@toolkiln/runtime/vocabulary";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { askNewTool, readServices } from "../authoring/ask-new-tool.js";
import { createTool, implementTool, placeFor, type CreatedTool } from "../authoring/create-tool.js";
import type { NewTool } from "../authoring/manifest-text.js";
import { parameterSyntax, parseParameter } from "../authoring/parameter-text.js";
import { CommandError, defineCommand, type OptionsOf, riskLevel } from "../command.js";
import { printJson, log } from "../output.js";
import { countDiagnostics, exitCodeOf, hasErrors, inProject, reportDiagnostics } from "../report.js";
import { isInteractive } from "../terminal.js";

const flags = {
  "--description <text>": "what it does, when to use it, its limits; for the model",
  "--category <name>": `${toolCategories.join(", ")} (default: custom)`,
  "--risk <level>": riskLevel("the risk of a call (default: safe)"),
  "--kind <kind>": `${wellKnownKinds.join(", ")}, or your own (default: structured)`,
  "--uses <services...>": "services of the project that it uses: database mailer",
  "--param <parameters...>": parameterSyntax,
} as const;

type NewOptions = OptionsOf<typeof flags>;

/** `toolkiln new` */
export const setup = defineCommand({
  arguments: [["<id>", "the tool, in lower case with dashes: word-count"]],
  options: flags,
  examples: [
    ["new word-count", "asks what the tool is; when its manifest exists, writes only the implementation"],
    [`new word-count --kind text --param 'text:string! # What to count'`, "asks nothing"],
    [`new log-search --param 'query:string!' --param 'limit:integer=20' --risk low`, "two parameters"],
  ],
  run: newTool,
});

/** Writes the manifest and the implementation of a new tool, or only the implementation if it is missing. */
async function newTool(options: NewOptions, id: string): Promise<number> {
  const project = await openProject(options);
  const given = readTool(id, options);
  // Before any prompt: the id may be taken.
  const place = await placeFor(id, project);
  const flags = ["description", "category", "risk", "kind", "uses", "param"].filter((name) =>
    Object.hasOwn(options, name),
  );
  // The existing manifest would override these flags.
  if (place.isDescribed && flags.length > 0)
    throw new CommandError(
      `${place.manifest} exists already and declares the tool. Change it there; without ${flags.map((flag) => `--${flag}`).join(", ")} the missing implementation is written.`,
    );
  const isAsked = !place.isDescribed && isInteractive() && options.json !== true;
  const tool = isAsked ? await askNewTool(given, (flag) => flags.includes(flag)) : given;
  const created = place.isDescribed
    ? await implementTool(project, id, place)
    : await createTool(project, tool, place);
  const failed = hasErrors(created.diagnostics);
  if (options.json === true) {
    const { manifest, implementation, written, generated } = created;
    const diagnostics = inProject(created.diagnostics, project);
    printJson({ id, manifest, implementation, written, generated, diagnostics });
  } else {
    reportDiagnostics(created.diagnostics, project, options);
    if (failed) log(`${countDiagnostics(created.diagnostics)}.`);
    else if (options.quiet !== true) logNextSteps(tool, created);
  }
  return exitCodeOf(created.diagnostics);
}

function logNextSteps(
  { id, parameters, uses }: NewTool,
  { manifest, implementation, written }: CreatedTool,
): void {
  const isNew = written.includes(manifest);
  const flags = isNew
    ? parameters.filter(({ required }) => required).map(({ name }) => ` --${name} …`)
    : [" --help"];
  log(`${isNew ? "+" : " "} ${manifest}   what the tool is${isNew ? "" : "; it was there already"}`);
  log(`+ ${implementation}   the implementation, for you to write`);
  for (const file of written.filter((path) => path !== manifest && path !== implementation))
    log(
      `+ ${file}   ${file.endsWith(".test.ts") ? "a test, for you to extend" : "the services that tools use"}`,
    );
  if (uses.length > 0 && written.every((file) => !file.endsWith("services.ts")))
    log(`Declare its services in the file of \`Services\`: ${uses.join(", ")}.`);
  log(`\nTry it: npx toolkiln run ${id}${flags.join("")}`);
}

function readTool(id: string, options: NewOptions): NewTool {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > 64)
    throw new CommandError(
      `'${id}' is not an id. Write lower case words with dashes, such as word-count; at most 64 characters.`,
    );
  const { category = "custom", kind = "structured", risk = "safe" } = options;
  checkKind(kind);
  const parameters = (options.param ?? []).map(parseParameter);
  const names = parameters.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new CommandError(`The parameter \`${twice}\` is given twice.`);
  const title = id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ");
  const description =
    options.description ?? `${title}. Say here what it does, when to use it and what its limits are.`;
  const uses = readServices((options.uses ?? []).join(" "));
  return { id, description, category, risk, kind, parameters, uses };
}

function checkKind(kind: string): void {
  // A kind can be any string, so a type guard would narrow the rest to never.
  const isValid: boolean = isValidKind(kind);
  if (isValid) return;
  throw new CommandError(
    `'${kind}' is not a kind of result: ${wellKnownKinds.join(", ")}, or your own such as git.status.`,
  );
}
