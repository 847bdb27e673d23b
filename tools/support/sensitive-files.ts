import { fileRead } from "../../generated/tools/file-read.js";

/** Whether a file may contain credentials, by its absolute path. file-read needs approval for it; search and diff skip its text. */
export async function isSensitive(path: string): Promise<boolean> {
  const rules = await fileRead.matchRules({ path, encoding: "utf-8", maxBytes: 1 });
  return rules.some(({ warn }) => warn?.code === "sensitive_file");
}
