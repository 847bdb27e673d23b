// Writes the files of all modules that a process loaded to $LOADED_MODULES when it ends.
const { appendFileSync, writeFileSync } = require("node:fs");
const { register } = require("node:module");

const file = process.env.LOADED_MODULES;
const hooks = `
import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(file)}, url + "\\n");
  return next(url, context);
}`;
writeFileSync(file, "");
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
process.on("exit", () => appendFileSync(file, Object.keys(require.cache).join("\n")));
