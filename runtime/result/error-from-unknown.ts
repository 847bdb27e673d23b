import type { ToolError } from "./tool-error.js";

/** Turns whatever was thrown into an error; safe for values whose own conversion throws. */
export function errorFromUnknown(thrown: unknown): ToolError {
  try {
    if (thrown instanceof Error) {
      return {
        code: thrown.name || "Error",
        message: thrown.message || thrown.name || "Error",
        cause: thrown,
      };
    }
    const message = typeof thrown === "string" ? thrown : `The tool threw ${describe(thrown)}.`;
    return { code: "Error", message, cause: thrown };
  } catch {
    return { code: "Error", message: "The tool threw a value that cannot be read.", cause: thrown };
  }
}

function describe(thrown: unknown): string {
  if (typeof thrown === "object" && thrown !== null) {
    const message: unknown = Reflect.get(thrown, "message");
    return typeof message === "string" ? `an object: ${message}` : "an object";
  }
  return String(thrown);
}
