export { MemoryApprovalStore } from "../executor/approval/approval-store.js";
export { argumentArbitrary } from "./argument-arbitrary.js";
export { describeTool, toolChecks } from "./describe-tool.js";
export type { TestRunner, ToolCheck, ToolCheckOptions } from "./describe-tool.js";
export type { ArbitraryLike, FastCheckLike } from "./fast-check-like.js";
export { MockTool, type MockParams, type MockToolOptions } from "./mock-tool.js";
export { nearMisses, type NearMiss } from "./near-misses.js";
export { toolExecution, type TestExecutionOptions } from "./tool-execution-factories.js";
