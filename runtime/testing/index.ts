export { approveByRule, type ApprovalRule, type RuleApprover } from "./approve-by-rule.js";
export { argumentArbitrary } from "./argument-arbitrary.js";
export { describeTool, nearMisses } from "./describe-tool.js";
export type { DescribeToolOptions, NearMiss, TestRunner } from "./describe-tool.js";
export { fakeServices, type FakeParts } from "./fake-services.js";
export { MockTool, type MockParams, type MockToolOptions } from "./mock-tool.js";
export { llmSnapshot, TestContext, type TestContextOptions } from "./test-context.js";
export { toolExecution, type TestExecutionOptions } from "./tool-execution-factories.js";
