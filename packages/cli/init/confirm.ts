import { confirm as ask, isCancel } from "@clack/prompts";
import { CommandError } from "../command-error.js";
import { exitCode } from "../exit-code.js";
import { promptOutput } from "../terminal.js";

/** Asks a question that is answered with yes or no. */
export async function confirm(message: string): Promise<boolean> {
  const answer = await ask({ message, initialValue: false, output: promptOutput() });
  if (isCancel(answer)) throw new CommandError("Interrupted. Nothing was written.", exitCode.interrupted);
  return answer;
}
