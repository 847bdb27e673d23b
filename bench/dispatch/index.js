import { compareCases, printTable } from "../harness.js";

const cases = [
  ["direct call + emitted validator", "direct.js"],
  ["toolkiln executor, everything on", "executor.js"],
  ["toolkiln executor, nothing but itself", "plain-executor.js"],
];

const peerCases = [
  ["AI SDK: validate + execute alone", "ai-sdk.js"],
  ["Mastra", "mastra.js"],
  ["OpenAI Agents", "openai-agents.js"],
  ["Genkit", "genkit.js"],
  ["LangChain", "langchain.js"],
  ["MCP client and server in memory", "mcp.js"],
];

/** One call of one tool through each peer, against a direct call with the emitted validator. */
export async function dispatch({ peers = true } = {}) {
  const rows = await compareCases(
    [...cases, ...(peers ? peerCases : [])].map(([name, file]) => ({
      name,
      module: new URL(file, import.meta.url),
    })),
    { rounds: 60, calls: 3000 },
  );
  printTable("dispatch: one call of one tool with four parameters", rows);
  return rows;
}
