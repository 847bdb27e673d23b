import { fileRead } from "../../generated/tools/file-read.js";

/**
 * Whether a file may hold credentials, by its absolute path. The rules of file-read decide: what it asks approval for,
 * other tools leave out.
 */
export async function isSensitive(path: string): Promise<boolean> {
  const rules = await fileRead.matchRules({ path, encoding: "utf-8", maxBytes: 1 });
  return rules.some(({ warn }) => warn?.code === "sensitive_file");
}
