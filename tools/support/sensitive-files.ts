import { fileRead } from "../../generated/tools/file-read.js";

/** Whether a file may contain credentials, by its absolute path. file-read needs approval for it; search and diff skip its text. */
export async function isSensitive(path: string): Promise<boolean> {
  const forms = [path, path.normalize("NFKC").toLowerCase()];
  const params = forms.map((form) => ({ path: form, encoding: "utf-8", maxBytes: 1 }) as const);
  const rules = await Promise.all(params.map(async (form) => fileRead.matchRules(form)));
  return rules.flat().some(({ warn }) => warn?.code === "sensitive_file");
}
