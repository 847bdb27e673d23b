import { chooseToolset, openProjects } from "@toolkiln/project";
import { adaptTools, findTarget, isProviderName, providers } from "@toolkiln/providers";
import type { ToolCatalog } from "@toolkiln/runtime/vocabulary";
import { CommandError, defineCommand, exitCode, oneOf } from "../command.js";
import { count, log, note, outputOptions, printJson, visible } from "../output.js";
import { readTools } from "../report.js";

const targets = [...Object.keys(providers).filter(isProviderName), "catalog"] as const;

/** `toolkiln export`: prints definitions without loading an implementation. */
export const setup = defineCommand({
  options: {
    "--target <provider>": oneOf("the provider (required)", targets),
    "--toolset <name>": "only the tools of this toolset",
    "--strict": "strict definitions: the provider makes the model follow the schema",
  },
  examples: [
    ["export --target openai --strict", "definitions for OpenAI, with the settings of the configuration"],
    ["export --target catalog", "everything in the manifests, as JSON"],
  ],
  async run({ target: name, toolset, strict = false, ...options }) {
    if (name === undefined) throw new CommandError(`Name a target with --target: ${targets.join(", ")}.`);
    const projects = await openProjects(options);
    const isChosen = chooseToolset(projects, toolset);
    const found = await readTools(projects);
    const chosen = found.filter(({ project, model }) => isChosen(model.spec, project));
    const specs = chosen.map(({ model }) => model.spec);
    if (name === "catalog") return printJson({ version: 1, tools: specs } satisfies ToolCatalog);
    const configured = projects
      .flatMap(({ config }) => config.targets ?? [])
      .find((target) => typeof target !== "string" && target.provider === name);
    const settings = typeof configured === "object" ? configured : { provider: name };
    const target = findTarget({ ...settings, ...(strict && { strict }) });
    const { tools, definitions, problems } = adaptTools(specs, target.provider, target.options);
    for (const { message } of problems) log(message);
    // Too many tools is only a warning: the application chooses which of them a request contains.
    if (problems.some(({ rule }) => rule !== "tools")) return exitCode.diagnostics;
    printJson(definitions);
    const ignoresStrict = strict && tools.every((tool) => !tool.strict && tool.fallback.length === 0);
    if (ignoresStrict && tools.length > 0) log(`${name} has no strict mode: --strict changes nothing.`);
    noteLosses(ignoresStrict ? name : target.title, tools, target.options.strict);
  },
});

/** Prints what the definitions omit or change; `--verbose` lists each loss. */
function noteLosses(
  title: string,
  tools: ReturnType<typeof adaptTools>["tools"],
  strict: boolean | undefined,
): void {
  const { verbose = false } = outputOptions();
  const losses = tools.flatMap(({ id, losses: own }) => own.map((loss) => ({ id, ...loss })));
  // A default or an example constrains nothing.
  const constraints = losses.filter(({ effect }) => effect !== "annotation").length;
  const amounts = `${count(constraints, "constraint")} and ${count(losses.length - constraints, "annotation")}`;
  const lost = losses.length === 0 ? "" : `; omitted or changed: ${amounts}`;
  const more = losses.length === 0 || verbose ? "" : " (--verbose lists them)";
  note(`${count(tools.length, "tool")} for ${title}${lost}${more}`);
  for (const { id, fallback } of tools) {
    const [first] = fallback;
    if (first === undefined) continue;
    const others = fallback.length > 1 ? ` (and ${fallback.length - 1} more)` : "";
    const problem = strict === true ? "is not strict" : "uses a fallback";
    note(`  ${id} ${problem}: ${visible(`${first.pointer || "/"}: ${first.reason}`)}${others}`);
  }
  for (const { id, pointer, keyword, effect, note: text } of verbose ? losses : [])
    note(`  ${visible(`${id} ${pointer || "/"} ${keyword} ${effect}${text === "" ? "" : `: ${text}`}`)}`);
}
