import { createRequire } from "node:module";
import { ToolResult, type ToolExecutionContext } from "@toolkiln/runtime";
import { jsonQuery, type JsonQueryParams } from "../generated/tools/json-query.js";
import { IsolatedWorker } from "./support/isolated-worker.js";
import { readWhole } from "./support/text-content.js";
import { withFile } from "./support/workspace.js";

/** The maximum length of the JSON and of all values together: a query may return the same value many times. */
const maxSize = 50_000_000;
const timeoutMs = 5000;

const script = `
const { parentPort, workerData } = require("node:worker_threads");
const { query } = require(workerData.library);
parentPort.on("message", ({ text, path, limit, room }) => {
  let code = "InvalidJson";
  try {
    const value = JSON.parse(text);
    code = "InvalidQuery";
    const found = query(path, value).values();
    const end = found.findIndex((item, index) => index === limit || (room -= JSON.stringify(item).length) < 0);
    parentPort.postMessage({ values: end < 0 ? found : found.slice(0, end), total: found.length });
  } catch (error) {
    parentPort.postMessage({ code, message: error.message });
  }
});
`;

/** A message from the worker. */
type Response =
  | { readonly code: "InvalidJson" | "InvalidQuery"; readonly message: string }
  | { readonly code?: undefined; readonly values: unknown[]; readonly total: number };

export const tool = jsonQuery.implement(async (params, context) => {
  const source = await textOf(params, context);
  if (typeof source !== "string") return source;
  const worker = new IsolatedWorker(script, { library: createRequire(import.meta.url).resolve("json-p3") });
  try {
    const request = { text: source, path: params.query, limit: params.maxResults, room: maxSize };
    const response = (await worker.request(request, timeoutMs, context.signal)) as Response | undefined;
    if (response === undefined) return ToolResult.failed("The query timed out.", "QueryTimeout");
    if (response.code !== undefined) return ToolResult.failed(response.message, response.code);
    const { values, total } = response;
    return ToolResult.succeeded({ values, total, truncated: total > values.length }, `Found ${total} values`);
  } finally {
    await worker.close();
  }
});

async function textOf({ json = "", path }: JsonQueryParams, context: ToolExecutionContext) {
  if (path === undefined) return json;
  return withFile(context, path, async (workspace) => String(await readWhole(workspace, path, maxSize)));
}
