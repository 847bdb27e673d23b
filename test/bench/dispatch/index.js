import { compareCases, printTable } from "../harness.js";

const cases = [
  ["direct call + emitted validator", "direct.js"],
  ["toolkiln executor, everything on, with audit, log and tracer", "audited-executor.js"],
  ["toolkiln executor, everything on except audit and log", "executor.js"],
  ["toolkiln executor, no options", "plain-executor.js"],
];

const peerCases = [
  ["AI SDK 7: validate + execute only", "ai-sdk.js"],
  ["Mastra 1", "mastra-1.js"],
  ["OpenAI Agents", "openai-agents.js"],
  ["Genkit", "genkit.js"],
  ["LangChain", "langchain.js"],
  ["MCP client and server in memory", "mcp.js"],
];

/** One call of one tool against a direct call with the emitted validator: alone, and then among the peers. */
export async function dispatch({ peers = true } = {}) {
  const own = await compare("dispatch: one call of one tool with four parameters", cases);
  if (!peers) return own;
  return [...own, ...(await compare("calls compared with other libraries", [...cases, ...peerCases]))];
}

async function compare(title, wanted) {
  const rows = await compareCases(
    wanted.map(([name, file]) => ({ name, module: new URL(file, import.meta.url) })),
  );
  printTable(title, rows);
  return rows;
}
