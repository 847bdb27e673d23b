import { describeKind, providedValue } from "../validation/describe-value.js";
import { parameterNameOf, pointerTo, valueAt } from "../validation/json-pointer.js";
import { meetsAny } from "../validation/pointer-pattern.js";
import { maxCoercionRounds, parseStrings } from "../validation/lenient-input.js";
import { maxErrors, ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { invalidInput, unreadableInput } from "./input-check.js";
import type { StandardIssue, StandardSchema } from "./standard-schema.js";
import type { InputCheck } from "./tool-contract.js";

/** Parses strings where a schema has issues with them, until it has none or nothing is left to parse. */
export async function repairInput<Params>(
  schema: StandardSchema<unknown, Params>,
  input: unknown,
  found: readonly StandardIssue[],
  sensitive: readonly string[] | undefined,
): Promise<InputCheck<Params>> {
  const warnings: ToolValidationWarning[] = [];
  let root = input;
  let issues = found;
  // One more than strings inside of strings need: the input itself may be one.
  for (let round = 0; round <= maxCoercionRounds; round++) {
    const { length } = warnings;
    const places = issues.map((issue) => ({ pointer: pointerOf(issue) }));
    root = parseStrings(root, places, warnings);
    if (warnings.length === length) break;
    try {
      const result = await schema["~standard"].validate(root);
      if (result.issues === undefined) return { valid: true, params: result.value, warnings, input: root };
      ({ issues } = result);
    } catch (error) {
      return unreadableInput(error);
    }
  }
  return invalidInput(describeIssues(issues, root, sensitive));
}

/** The issues of another library in our words; the messages are its own, unless they might show what is sensitive. */
export function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  sensitive?: readonly string[],
): ToolValidationError[] {
  return issues.slice(0, maxErrors).map((issue) => {
    const pointer = pointerOf(issue);
    const parameterName = parameterNameOf(pointer);
    const value = valueAt(input, pointer);
    if (value === undefined && pointer !== "") return ToolValidationError.required(parameterName);
    const isHidden = meetsAny(pointer, sensitive);
    return {
      parameterName,
      message: isHidden ? `not valid, got ${describeKind(value)}.` : issue.message,
      errorCode: "invalid_value",
      ...(!isHidden && providedValue(value)),
    };
  });
}

function pointerOf({ path = [] }: StandardIssue): string {
  return path.reduce<string>(
    (pointer, part) => pointerTo(pointer, String(typeof part === "object" ? part.key : part)),
    "",
  );
}
