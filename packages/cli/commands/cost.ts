import { openProject, didYouMeanOneOf } from "@toolkiln/project";
import {
  findTarget,
  isProviderName,
  measureCost,
  providers,
  type Target,
  type TargetCost,
} from "@toolkiln/providers";
import { CommandError, defineCommand } from "../command.js";
import { installCommand, optionalPackages } from "../optional-package.js";
import { alignColumns, log, present, print } from "../output.js";
import { readTools } from "../report.js";
import { colorsOf } from "../terminal.js";

const defaultTargets = ["openai", "anthropic", "gemini"] as const;

/** `toolkiln cost`: shows the tokens of each tool's definition per request. */
export const setup = defineCommand({
  options: {
    "--target <provider...>": "providers (default: the configured ones, or openai, anthropic, gemini)",
  },
  examples: [
    ["cost", "tokens of every definition for the targets of the configuration"],
    ["cost --target openai anthropic", "for these providers"],
  ],
  async run({ target, ...options }) {
    const project = await openProject(options);
    const specs = (await readTools([project])).map(({ model }) => model.spec);
    const targets = target?.map(readTarget) ?? (project.config.targets ?? defaultTargets).map(findTarget);
    const costs = await Promise.all(targets.map((one) => measureCost(specs, one)));
    const document = costs.map(({ tools, ...cost }) => ({
      ...cost,
      tools: [...tools].map(([id, tokens]) => ({ id, tokens })),
    }));
    present({ targets: document }, () => {
      showTable(costs);
      logEstimates(costs);
    });
  },
});

function readTarget(name: string): Target {
  if (isProviderName(name)) return findTarget(name);
  throw new CommandError(`There is no target \`${name}\`.${didYouMeanOneOf(name, Object.keys(providers))}`);
}

const maxBarWidth = 24;

/** Most expensive tools first; a bar for the first target. */
function showTable(costs: readonly TargetCost[]): void {
  const [first] = costs;
  if (first === undefined) return;
  const ids = [...first.tools].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
  const most = Math.max(1, ...first.tools.values());
  const cells = (values: readonly number[]): string[] =>
    values.map((tokens) => tokens.toLocaleString("en-US"));
  const table = alignColumns(
    [
      ["tool", ...costs.map(({ target, exact }) => `${exact ? "" : "~"}${target}`)],
      ...ids.map((id) => [id, ...cells(costs.map(({ tools }) => tools.get(id) ?? 0))]),
      ["total", ...cells(costs.map(({ total }) => total))],
    ],
    { numbers: true },
  );
  const { bold, dim } = colorsOf(process.stdout);
  table.forEach((line, index) => {
    const tokens = first.tools.get(ids[index - 1] ?? "");
    if (index === 0) print(dim(line));
    else if (tokens === undefined) print(bold(line));
    else print(`${line}   ${"█".repeat(Math.max(1, Math.round((tokens / most) * maxBarWidth)))}`);
  });
}

/** Prints which numbers are estimates and how to get exact ones. */
function logEstimates(costs: readonly TargetCost[]): void {
  const estimated = costs.filter(({ exact }) => !exact);
  if (estimated.length > 0) log("~ estimated from the number of characters");
  if (estimated.some(({ target }) => target.startsWith("openai")))
    log(`For OpenAI's exact counts: ${installCommand(optionalPackages.tokenizer)}`);
}
