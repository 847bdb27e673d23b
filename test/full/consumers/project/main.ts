import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./generated/registry.js";

const executor = new ToolExecutor(registry);
const good = await executor.execute("greet", { name: "Ada", times: 2 });
const bad = await executor.dispatch("greet", { name: "" });
console.log(good.result.success ? good.result.data.content : good.result.error.message, bad.status);
await executor.dispose();
