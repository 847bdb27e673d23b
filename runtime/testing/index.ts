export { MockTool, type MockParams, type MockToolOptions } from "./mock-tool.js";
