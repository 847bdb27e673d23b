import { analyze, nodeHost } from "@toolkiln/generator";
import { chooseToolset, openProjects, didYouMeanOneOf } from "@toolkiln/project";
import { adaptTools, findTarget, isProviderName, providers, type TargetSettings } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import type { ToolCatalog } from "@toolkiln/runtime/vocabulary";
import { Option, type Command } from "commander";
import { addExamples, CommandError, exitCode, type GlobalOptions, runWith } from "../command.js";
import { count, printJson, log, visible } from "../output.js";
import { hasErrors, stopAtErrors } from "../report.js";

interface ExportOptions extends GlobalOptions, Omit<TargetSettings, "provider" | "limits"> {
  readonly target: string;
  readonly toolset?: string;
}

/** `toolkiln export` */
export function setup(command: Command): void {
  const names = Object.keys(providers);
  command
    .requiredOption("--target <provider>", `${names.join(", ")} or catalog`)
    .option("--toolset <name>", "only the tools of this toolset")
    .option("--strict", "have the provider hold the model to the schema")
    .option("--prefix <text>", "what a client puts before every name")
    .addOption(
      new Option("--api <name>", "openai: the API that the definitions are for").choices([
        "chat",
        "responses",
      ]),
    )
    .addOption(
      new Option("--schema <field>", "gemini: the field that holds the schema").choices([
        "parameters",
        "parametersJsonSchema",
      ]),
    )
    .addOption(
      new Option("--draft <name>", "json-schema: the draft to write").choices(["2020-12", "draft-07"]),
    );
  addExamples(command, [
    ["export --target openai --strict", "definitions for the Chat Completions API"],
    ["export --target gemini --schema parameters", "function declarations for Gemini"],
    ["export --target catalog", "everything that the manifests say, for programs"],
  ]);
  command.action(() => runWith(command, exportTools));
}

/** Prints the definitions of the tools for a provider, without loading an implementation. */
async function exportTools(options: ExportOptions): Promise<number> {
  const projects = await openProjects(options);
  const isChosen = chooseToolset(projects, options.toolset);
  const specs: ToolSpec[] = [];
  const problems = [];
  for (const project of projects) {
    const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
    if (hasErrors(diagnostics)) problems.push({ project, diagnostics });
    specs.push(...models.map(({ spec }) => spec).filter((spec) => isChosen(spec, project)));
  }
  if (problems.length > 0) return stopAtErrors(problems, options);
  if (options.target === "catalog") {
    printJson({ version: 1, tools: specs } satisfies ToolCatalog);
    return exitCode.ok;
  }
  return exportTo(options, specs);
}

function exportTo(options: ExportOptions, specs: readonly ToolSpec[]): number {
  const { target: name, strict, prefix, api, schema, draft } = options;
  if (!isProviderName(name)) {
    throw new CommandError(
      `There is no target \`${name}\`.${didYouMeanOneOf(name, [...Object.keys(providers), "catalog"])}`,
    );
  }
  const {
    title,
    provider,
    options: adapting,
  } = findTarget({
    provider: name,
    ...(strict !== undefined && { strict }),
    ...(prefix !== undefined && { prefix }),
    ...(api !== undefined && { api }),
    ...(schema !== undefined && { schema }),
    ...(draft !== undefined && { draft }),
  });
  const { tools, definitions, problems } = adaptTools(specs, provider, adapting);
  for (const { message } of problems) log(message);
  // Which of them go into one request is the application's choice.
  if (problems.some(({ rule }) => rule !== "tools")) return exitCode.diagnostics;
  printJson(definitions);
  const ignoresStrict = strict === true && tools.every((tool) => !tool.strict && tool.fallback.length === 0);
  if (ignoresStrict && tools.length > 0) log(`${name} has no strict form: --strict changes nothing.`);
  if (options.quiet !== true) logLosses(ignoresStrict ? name : title, tools, options.verbose === true);
  return exitCode.ok;
}

/** How many of what: a default or an example in the description constrains nothing. */
function countLosses(losses: readonly { readonly effect: string; readonly keyword: string }[]): string {
  const notes = losses.filter(({ effect }) => effect === "annotation");
  const defaults = notes.filter(({ keyword }) => keyword === "default").length;
  const counts = [
    ...(notes.length > 0 && notes.length === losses.length
      ? []
      : [count(losses.length - notes.length, "constraint")]),
    ...(defaults === 0 ? [] : [count(defaults, "default")]),
    ...(notes.length === defaults ? [] : [count(notes.length - defaults, "note")]),
  ];
  return counts.length === 1
    ? counts.join("")
    : `${counts.slice(0, -1).join(", ")} and ${counts.at(-1) ?? ""}`;
}

/** Prints what the definitions do not carry; `--verbose` lists each loss. */
function logLosses(title: string, tools: ReturnType<typeof adaptTools>["tools"], verbose: boolean): void {
  const losses = tools.flatMap(({ id, losses }) => losses.map((loss) => ({ id, ...loss })));
  const more = losses.length === 0 || verbose ? "" : "; --verbose lists them";
  log(`${count(tools.length, "tool")} for ${title}, ${countLosses(losses)} told in words${more}`);
  for (const { id, fallback } of tools) {
    const [first] = fallback;
    if (first === undefined) continue;
    const others = fallback.length > 1 ? ` (and ${fallback.length - 1} more)` : "";
    log(`  ${id} falls back: ${visible(`${first.pointer || "/"}: ${first.reason}`)}${others}`);
  }
  if (!verbose) return;
  for (const { id, pointer, keyword, effect, told } of losses) {
    log(`  ${visible(`${id} ${pointer || "/"} ${keyword} ${effect}${told === "" ? "" : `: ${told}`}`)}`);
  }
}
