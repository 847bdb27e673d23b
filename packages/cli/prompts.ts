import { confirm, isCancel, multiselect, select, text } from "@clack/prompts";
import { CommandError, exitCode } from "./command.js";
import { promptOutput } from "./terminal.js";

export async function askYesNo(message: string): Promise<boolean> {
  return answered(await confirm({ message, initialValue: false, output: promptOutput() }));
}

/** Asks for text; empty input returns `fallback`. */
export async function askText(
  message: string,
  fallback: string,
  placeholder = fallback,
  validate: (value: string) => string | undefined = () => undefined,
): Promise<string> {
  const question = { message, placeholder, defaultValue: fallback, output: promptOutput() };
  return answered((await text({ ...question, validate: (value = "") => validate(value) })) ?? "");
}

export async function askChoice(message: string, choices: readonly string[], first: string): Promise<string> {
  const options = choices.map((value) => ({ value, label: value }));
  return answered(await select({ message, options, initialValue: first, output: promptOutput() }));
}

/** Asks for several choices, each with a purpose. */
export async function askSeveral(
  message: string,
  choices: readonly { readonly name: string; readonly purpose: string }[],
): Promise<readonly string[]> {
  const options = choices.map(({ name, purpose }) => ({ value: name, label: name, hint: purpose }));
  return answered(await multiselect({ message, options, required: false, output: promptOutput() }));
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (isCancel(answer)) throw new CommandError("Interrupted. Nothing was written.", exitCode.interrupted);
  return answer as Exclude<Answer, symbol>;
}
