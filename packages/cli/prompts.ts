import { confirm, isCancel, multiselect, select, text } from "@clack/prompts";
import { CommandError, exitCode } from "./command.js";
import { promptOutput } from "./terminal.js";

/** Asks a question that is answered with yes or no. */
export async function askYesNo(message: string): Promise<boolean> {
  return answered(await confirm({ message, initialValue: false, output: promptOutput() }));
}

/** Asks for a text; an empty answer means `fallback`. */
export async function askText(
  message: string,
  fallback: string,
  more: { readonly placeholder?: string; readonly validate?: (value: string) => string | undefined } = {},
): Promise<string> {
  const { placeholder = fallback, validate } = more;
  const answer = await text({
    message,
    placeholder,
    defaultValue: fallback,
    output: promptOutput(),
    ...(validate && { validate: (value = "") => validate(value) }),
  });
  return answered(answer ?? "");
}

/** Asks for one of some choices. */
export async function askChoice(message: string, choices: readonly string[], first: string): Promise<string> {
  const options = choices.map((value) => ({ value, label: value }));
  return answered(await select({ message, options, initialValue: first, output: promptOutput() }));
}

/** Asks for any of some choices; each has a name and a purpose. */
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
