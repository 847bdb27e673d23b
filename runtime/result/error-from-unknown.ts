import type { ToolError } from "./tool-error.js";

/** Turns whatever was thrown into an error; safe for values whose own conversion throws. */
export function errorFromUnknown(thrown: unknown): ToolError {
  try {
    if (isErrorLike(thrown)) {
      const code = codeOf(thrown);
      return { code, message: thrown.message || code, cause: thrown };
    }
    const message = typeof thrown === "string" ? thrown : `The tool threw ${describe(thrown)}.`;
    return { code: "Error", message, cause: thrown };
  } catch {
    return { code: "Error", message: "The tool threw a value that cannot be read.", cause: thrown };
  }
}

/** By its looks: an error may come from another realm or copy, where `instanceof` does not know it. */
function isErrorLike(thrown: unknown): thrown is { name: string; message: string } {
  if (typeof thrown !== "object" || thrown === null) return false;
  return (
    typeof Reflect.get(thrown, "name") === "string" && typeof Reflect.get(thrown, "message") === "string"
  );
}

/** The error's name; where that says nothing, its code (`ENOENT`) or its class. */
function codeOf(thrown: { name: string }): string {
  if (thrown.name !== "Error" && thrown.name !== "") return thrown.name;
  const code: unknown = Reflect.get(thrown, "code");
  if (typeof code === "string" && code !== "") return code;
  return thrown instanceof Error ? thrown.constructor.name : "Error";
}

function describe(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const message: unknown = Reflect.get(thrown, "message");
  return typeof message === "string" ? `an object: ${message}` : "an object";
}
