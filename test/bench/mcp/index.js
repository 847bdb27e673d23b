import { compareCases, printTable } from "../harness.js";

const servers = [
  ["SDK's protocol, a handler with the emitted validator", "bare"],
  ["SDK's server, registerTool with Zod", "sdk"],
  ["SDK's server, with structured content", "sdk-structured"],
  ["toolkiln's server", "toolkiln"],
];

const ways = [
  { title: "in memory", prefix: "memory", rounds: 20, calls: 1000 },
  { title: "over stdio", prefix: "stdio", rounds: 12, calls: 500 },
];

/** One call of one tool by the SDK's client, of a bare handler, of the SDK's own server and of toolkiln's. */
export async function mcp() {
  const all = [];
  for (const { title, prefix, rounds, calls } of ways) {
    const cases = servers.map(([name, server]) => ({
      name,
      module: new URL(`${prefix}-${server}.js`, import.meta.url),
    }));
    const rows = await compareCases(cases, { rounds, calls });
    printTable(`mcp: one call by a client ${title}`, rows);
    all.push(...rows.map((row) => ({ ...row, name: `${row.name}, ${title}` })));
  }
  return all;
}
