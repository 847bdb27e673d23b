import type { Workspace } from "@toolkiln/runtime/node";
import { textOf } from "./text-content.js";
import { shown } from "./workspace.js";

/** The longest text that is changed, in bytes before and in characters after the change. */
export const maxTextLength = 10_485_760;

/** A file that cannot be changed as text without harm to what it holds. */
export class NotTextError extends Error {
  override readonly name = "NotTextError";
  readonly code: "BinaryFile" | "TooLarge";

  constructor(code: NotTextError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** The text of a file that is to be changed: all of it, and such that writing it again gives the same bytes. */
export async function readText(workspace: Workspace, path: string): Promise<string> {
  const bytes = await workspace.readFile(path, { maxBytes: maxTextLength + 1 });
  const name = shown(workspace, path);
  if (bytes.length > maxTextLength) {
    throw new NotTextError("TooLarge", `'${name}' has more than ${maxTextLength} bytes.`);
  }
  const text = textOf(bytes);
  if (text === undefined) throw new NotTextError("BinaryFile", `'${name}' is binary or not UTF-8.`);
  return text;
}
