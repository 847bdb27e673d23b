import { intro } from "@clack/prompts";
import { riskLevels, toolCategories } from "@toolkiln/runtime/vocabulary";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { CommandError } from "../command.js";
import { askChoice, askText } from "../prompts.js";
import { promptOutput } from "../terminal.js";
import type { NewTool } from "./manifest-text.js";
import { parameterSyntax, parseParameter, type NewParameter } from "./parameter-text.js";

/** What the command line already answered: it is not asked again. */
export interface Answered {
  readonly description?: string;
  readonly category?: string;
  readonly risk?: string;
  readonly kind?: string;
  readonly param?: readonly string[];
  readonly uses?: readonly string[];
}

/** Asks for what the command line left open. */
export async function askNewTool(tool: NewTool, answered: Answered): Promise<NewTool> {
  const { description, category, risk, kind, param, uses } = answered;
  if (description !== undefined && category !== undefined && risk !== undefined && kind !== undefined)
    return tool;
  intro(`A new tool: ${tool.id}`, { output: promptOutput() });
  return {
    id: tool.id,
    description:
      description ??
      (await askText("What does it do, when is it used, what are its limits?", tool.description)),
    category: category ?? (await askChoice("Category", toolCategories, tool.category)),
    risk: risk ?? (await askChoice("Risk", riskLevels, tool.risk)),
    kind: kind ?? (await askChoice("Kind of result", wellKnownKinds, tool.kind)),
    parameters: param === undefined ? await askParameters() : tool.parameters,
    uses: uses ?? readServices(await askText("Services that it uses, such as database mailer", "none")),
  };
}

/** Names of services, however they are separated. */
export function readServices(answer: string): readonly string[] {
  const names = answer.split(/[\s,]+/).filter((name) => name !== "" && name !== "none");
  const wrong = names.find((name) => !/^[a-z][A-Za-z0-9]*$/.test(name));
  if (wrong === undefined) return names;
  throw new CommandError(
    `'${wrong}' is not the name of a service: use letters and digits, lower case first.`,
  );
}

async function askParameters(): Promise<readonly NewParameter[]> {
  const parameters: NewParameter[] = [];
  for (;;) {
    const line = await askText("Parameter, or nothing when there are no more", "", {
      placeholder: parameterSyntax,
      validate: (value) => (value === "" ? undefined : problemOf(value, parameters)),
    });
    if (line === "") return parameters;
    parameters.push(parseParameter(line));
  }
}

function problemOf(parameter: string, before: readonly NewParameter[]): string | undefined {
  try {
    const { name } = parseParameter(parameter);
    return before.some((known) => known.name === name)
      ? `There is a parameter \`${name}\` already.`
      : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
