import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./generated/registry.js";

const executor = new ToolExecutor(registry);
const { result } = await executor.execute("word-count", { text: "to be or not to be", unique: true });

if (result.success) console.log(`${result.data.words} different words`);
else console.error(result.error.message);
