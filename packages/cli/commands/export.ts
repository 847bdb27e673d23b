import { analyze, nodeHost } from "@toolkiln/generator";
import { chooseToolset, openProjects } from "@toolkiln/project";
import {
  adaptTools,
  findTarget,
  isProviderName,
  providers,
  type ProviderName,
  type TargetSettings,
} from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import type { ToolCatalog } from "@toolkiln/runtime/vocabulary";
import { CommandError, defineCommand, exitCode, oneOf, type OptionsOf } from "../command.js";
import { count, printJson, log, visible } from "../output.js";
import { hasErrors, stopAtErrors } from "../report.js";

const targets = [...Object.keys(providers).filter(isProviderName), "catalog"] as const;

const flags = {
  "--target <provider>": oneOf("the provider", targets),
  "--toolset <name>": "only the tools of this toolset",
  "--strict": "strict definitions: the provider makes the model follow the schema",
} as const;

type ExportOptions = OptionsOf<typeof flags>;

/** `toolkiln export` */
export const setup = defineCommand({
  options: flags,
  examples: [
    ["export --target openai --strict", "definitions for OpenAI, with the settings of the configuration"],
    ["export --target catalog", "everything that the manifests say, for programs"],
  ],
  run: exportTools,
});

/** Prints the definitions of the tools for a provider, without loading an implementation. */
async function exportTools(options: ExportOptions): Promise<number> {
  const { target, toolset } = options;
  if (target === undefined) throw new CommandError(`Name a target with --target: ${targets.join(", ")}.`);
  const projects = await openProjects(options);
  const isChosen = chooseToolset(projects, toolset);
  const specs: ToolSpec[] = [];
  const problems = [];
  for (const project of projects) {
    const { models, diagnostics } = await analyze(nodeHost(project.root), project.config);
    if (hasErrors(diagnostics)) problems.push({ project, diagnostics });
    specs.push(...models.map(({ spec }) => spec).filter((spec) => isChosen(spec, project)));
  }
  if (problems.length > 0) return stopAtErrors(problems, options);
  if (target !== "catalog") {
    const configured = projects.flatMap(({ config }) => config.targets ?? []);
    return exportTo(settingsFor(target, configured), specs, options);
  }
  printJson({ version: 1, tools: specs } satisfies ToolCatalog);
  return exitCode.ok;
}

function settingsFor(
  name: ProviderName,
  configured: readonly (ProviderName | TargetSettings)[],
): TargetSettings {
  const found = configured.find((target) => typeof target !== "string" && target.provider === name);
  return typeof found === "object" ? found : { provider: name };
}

function exportTo(settings: TargetSettings, specs: readonly ToolSpec[], options: ExportOptions): number {
  const { strict, verbose = false, quiet } = options;
  const name = settings.provider;
  const {
    title,
    provider,
    options: adapting,
  } = findTarget({ ...settings, ...(strict === true && { strict }) });
  const { tools, definitions, problems } = adaptTools(specs, provider, adapting);
  for (const { message } of problems) log(message);
  // The application chooses which tools a request contains.
  if (problems.some(({ rule }) => rule !== "tools")) return exitCode.diagnostics;
  printJson(definitions);
  const ignoresStrict = strict === true && tools.every((tool) => !tool.strict && tool.fallback.length === 0);
  if (ignoresStrict && tools.length > 0) log(`${name} has no strict mode: --strict changes nothing.`);
  if (quiet !== true) logLosses(ignoresStrict ? name : title, tools, verbose);
  return exitCode.ok;
}

/** Prints what the definitions omit; `--verbose` lists each loss. */
function logLosses(title: string, tools: ReturnType<typeof adaptTools>["tools"], verbose: boolean): void {
  const losses = tools.flatMap(({ id, losses: own }) => own.map((loss) => ({ id, ...loss })));
  // A default or an example constrains nothing.
  const constraints = losses.filter(({ effect }) => effect !== "annotation").length;
  const amounts = `${count(constraints, "constraint")} and ${count(losses.length - constraints, "annotation")}`;
  const more = losses.length === 0 || verbose ? "" : "; --verbose lists them";
  log(`${count(tools.length, "tool")} for ${title}, ${amounts} in descriptions only${more}`);
  for (const { id, fallback } of tools) {
    const [first] = fallback;
    if (first === undefined) continue;
    const others = fallback.length > 1 ? ` (and ${fallback.length - 1} more)` : "";
    log(`  ${id} is not strict: ${visible(`${first.pointer || "/"}: ${first.reason}`)}${others}`);
  }
  if (!verbose) return;
  for (const { id, pointer, keyword, effect, told } of losses) {
    log(`  ${visible(`${id} ${pointer || "/"} ${keyword} ${effect}${told === "" ? "" : `: ${told}`}`)}`);
  }
}
