import { intro } from "@clack/prompts";
import { reasonOf } from "@toolkiln/project";
import { riskLevels, toolCategories } from "@toolkiln/runtime/vocabulary";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { CommandError } from "../command.js";
import { askChoice, askText } from "../prompts.js";
import { promptOutput } from "../terminal.js";
import type { NewTool } from "./manifest-text.js";
import { parameterSyntax, parseParameter, type NewParameter } from "./parameter-text.js";

/** Prompts for missing flags, unless description, category, risk and kind are all given. */
export async function askNewTool(tool: NewTool, isGiven: (flag: string) => boolean): Promise<NewTool> {
  if (["description", "category", "risk", "kind"].every(isGiven)) return tool;
  intro(`A new tool: ${tool.id}`, { output: promptOutput() });
  const ask = async <Answer>(flag: string, given: Answer, question: () => Promise<Answer>): Promise<Answer> =>
    isGiven(flag) ? given : question();
  const { description, category, risk, kind, parameters, uses } = tool;
  return {
    id: tool.id,
    description: await ask("description", description, () =>
      askText("What does it do, when is it used, what are its limits?", description),
    ),
    category: await ask("category", category, () => askChoice("Category", toolCategories, category)),
    risk: await ask("risk", risk, () => askChoice("Risk", riskLevels, risk)),
    kind: await ask("kind", kind, () => askChoice("Kind of result", wellKnownKinds, kind)),
    parameters: await ask("param", parameters, askParameters),
    uses: await ask("uses", uses, async () =>
      readServices(await askText("Services that it uses, such as database, mailer", "none")),
    ),
  };
}

/** Splits names of services at spaces and commas. */
export function readServices(answer: string): readonly string[] {
  const names = answer.split(/[\s,]+/).filter((name) => name !== "" && name !== "none");
  const wrong = names.find((name) => !/^[a-z][A-Za-z0-9]*$/.test(name));
  if (wrong === undefined) return names;
  throw new CommandError(
    `'${wrong}' is not a valid service name: use letters and digits, starting with a lowercase letter.`,
  );
}

async function askParameters(): Promise<readonly NewParameter[]> {
  const parameters: NewParameter[] = [];
  const problemOf = (line: string): string | undefined => {
    try {
      const { name } = parseParameter(line);
      const isTaken = parameters.some((known) => known.name === name);
      return isTaken ? `There is already a parameter \`${name}\`.` : undefined;
    } catch (error) {
      return line === "" ? undefined : reasonOf(error);
    }
  };
  for (;;) {
    const question = "Parameter (leave empty to finish)";
    const line = await askText(question, "", parameterSyntax, problemOf);
    if (line === "") return parameters;
    parameters.push(parseParameter(line));
  }
}
