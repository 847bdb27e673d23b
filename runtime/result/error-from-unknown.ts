import type { ToolError } from "./tool-result.js";

/** Turns anything thrown into an error; safe for values that throw when converted. */
export function errorFromUnknown(thrown: unknown): ToolError {
  try {
    return { ...describe(thrown), cause: thrown };
  } catch {
    return { code: "Error", message: "The tool threw a value that cannot be read.", cause: thrown };
  }
}

/** Duck typing: `instanceof` fails for errors of another realm. */
function describe(thrown: unknown): ToolError {
  if (typeof thrown === "string") return { code: "Error", message: thrown };
  if (typeof thrown !== "object" || thrown === null) return unusual(String(thrown));
  const { name, message } = thrown as { readonly name?: unknown; readonly message?: unknown };
  if (typeof message !== "string") return unusual("an object");
  if (typeof name !== "string") return unusual(`an object: ${message}`);
  const code = name === "Error" || name === "" ? codeOf(thrown) : name;
  return { code, message: message || code };
}

function unusual(what: string): ToolError {
  return { code: "Error", message: `The tool threw ${what}.` };
}

/** The code (`ENOENT`) or the class of an error with a generic name. */
function codeOf(thrown: object): string {
  const code: unknown = Reflect.get(thrown, "code");
  if (typeof code === "string" && code !== "") return code;
  return thrown instanceof Error ? thrown.constructor.name : "Error";
}
