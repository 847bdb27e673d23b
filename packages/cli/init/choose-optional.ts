import { isCancel, multiselect } from "@clack/prompts";
import { CommandError } from "../command-error.js";
import { didYouMeanOneOf } from "../did-you-mean.js";
import { exitCode } from "../exit-code.js";
import { optionalPackages, type OptionalName, type OptionalPackage } from "../optional-package.js";
import { promptOutput } from "../terminal.js";

/** What `init --with` can be given. */
export const optionalNames: readonly string[] = Object.keys(optionalPackages);

/** The optional packages that `--with` names. */
export function readOptional(names: readonly string[]): readonly OptionalPackage[] {
  return names.map((name) => {
    if (isOptionalName(name)) return optionalPackages[name];
    throw new CommandError(`'${name}' is not an optional package.${didYouMeanOneOf(name, optionalNames)}`);
  });
}

/** Asks which of the packages that a project lacks it should have. */
export async function askOptional(
  isDeclared: (name: string) => boolean,
): Promise<readonly OptionalPackage[]> {
  const missing = Object.values(optionalPackages).filter(({ name }) => !isDeclared(name));
  if (missing.length === 0) return [];
  const chosen = await multiselect({
    message: "Optional packages: space selects, enter continues",
    options: missing.map((value) => ({ value, label: value.name, hint: value.purpose })),
    required: false,
    output: promptOutput(),
  });
  if (isCancel(chosen)) throw new CommandError("Interrupted. Nothing was written.", exitCode.interrupted);
  return chosen;
}

function isOptionalName(name: string): name is OptionalName {
  return Object.hasOwn(optionalPackages, name);
}
