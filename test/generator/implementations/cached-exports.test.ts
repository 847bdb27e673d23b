import { expect, it } from "vitest";
import { defaultConfig } from "../../../generator/config.js";
import { CachedExports } from "../../../generator/implementations/cached-exports.js";
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
  const read = async (text: string): Promise<string> => {
    const exports = await CachedExports.open(host, defaultConfig);
    const exported = await exports.toolExport("tools/a.ts", text);
    await exports.keep();
    return exported;
  };
  const wrong = "export function tool() {}";
  expect([await read(wrong), await read(wrong), writes]).toEqual(["function", "function", 1]);
  expect([await read("export const other = 1;"), writes]).toEqual(["nothing", 2]);
});
