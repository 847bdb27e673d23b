import { fileRead } from "../../generated/tools/file-read.js";

/**
 * Whether a file may hold credentials, by its absolute path. One list says so, that of the manifests: what file-read asks
 * about is what others leave out.
 */
export async function isSensitive(path: string): Promise<boolean> {
  const rules = await fileRead.matchRules({ path, encoding: "utf-8", maxBytes: 1 });
  return rules.some(({ warn }) => warn?.code === "sensitive_file");
}
