import { compareCases, printTable, underNode24 } from "../harness.js";

const cases = [
  { name: "direct call + emitted validator", file: "direct.js" },
  { name: "toolkiln executor, everything on, with audit, log and tracer", file: "audited-executor.js" },
  { name: "toolkiln executor, everything on except audit and log", file: "executor.js" },
  { name: "toolkiln executor, no options", file: "plain-executor.js" },
];

const peerCases = [
  { name: "OpenAI Agents", file: "openai-agents.js" },
  { name: "Genkit", file: "genkit.js" },
  { name: "LangChain", file: "langchain.js" },
  { name: "MCP client and server in memory", file: "mcp.js" },
];

const node24Cases = [
  ...cases,
  { name: "AI SDK 7: validate + execute only", file: "ai-sdk.js" },
  { name: "Mastra 1", file: "mastra-1.js" },
];

/** One call of one tool against a direct call with the emitted validator: alone, and then among the peers. */
export async function dispatch({ peers = true } = {}) {
  const own = await compare("dispatch: one call of one tool with four parameters", cases);
  if (!peers) return own;
  const all = [...cases, ...peerCases, ...underNode24(node24Cases)];
  return [...own, ...(await compare("calls compared with other libraries", all))];
}

async function compare(title, wanted) {
  const rows = await compareCases(
    wanted.map((one) => ({ ...one, module: new URL(one.file, import.meta.url) })),
  );
  printTable(title, rows);
  return rows;
}
