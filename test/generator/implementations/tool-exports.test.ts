import { expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { ToolExports } from "../../../generator/implementations/tool-exports.js";
import { memoryHost } from "@toolkiln/generator";

it("reads a module again only when its text has changed", async () => {
  const kept = new Map<string, Uint8Array>();
  let writes = 0;
  const host = {
    ...memoryHost(new Map()),
    readCache: async (name: string) => kept.get(name),
    writeCache: async (name: string, bytes: Uint8Array) => {
      kept.set(name, bytes);
      writes++;
    },
  };
  const read = async (text: string): Promise<boolean> => {
    const exports = new ToolExports(host, defaultConfig);
    const exported = await exports.exportsTool("tools/a.ts", text);
    await exports.writeCache();
    return exported;
  };
  const right = "export const tool = 1;";
  expect([await read(right), await read(right), writes]).toEqual([true, true, 1]);
  expect([await read("export const other = 1;"), writes]).toEqual([false, 2]);
});
