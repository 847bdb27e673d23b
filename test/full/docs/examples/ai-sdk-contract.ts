import { fileRead } from "@toolkiln/tools";
import { generateText, tool, type LanguageModel } from "ai";
import { readFile } from "node:fs/promises";

const tools = {
  file_read: tool({
    description: fileRead.spec.description,
    inputSchema: fileRead, // validates, fills in defaults, types `path` and `encoding`
    execute: async ({ path }) => readFile(path, "utf8"),
  }),
};

export async function answer(model: LanguageModel, prompt: string): Promise<string> {
  const { text } = await generateText({ model, tools, prompt });
  return text;
}
