// Lints a project in this process and prints the processor time it took, loading included: `case.js <folder> <tools>`.
import { analyze, defaultConfig, nodeHost } from "@toolkiln/generator";

const [root, tools] = process.argv.slice(2);
const { models, diagnostics } = await analyze(nodeHost(root), defaultConfig);
if (models.length !== Number(tools)) throw new Error(JSON.stringify(diagnostics[0]));
const { user, system } = process.cpuUsage();
console.log(
  JSON.stringify({ elapsed: (user + system) / 1000, memory: process.resourceUsage().maxRSS / 1024 }),
);
