import type { McpServer } from "@modelcontextprotocol/server";
import type {
  ApprovalRequest,
  Approver,
  FileContentData,
  PathPolicy,
  ToolExecutionContext,
  ToolExecutor as Executor,
  ToolRegistry as TypedRegistry,
  ToolResult as Result,
} from "@toolkiln/runtime";
import type { RequestListener } from "node:http";
import type { registry as tools } from "../../generated/registry.js";

type ContractsIn<Registry> = Registry extends TypedRegistry<infer Contracts> ? Contracts : never;

// What the examples of the documentation take for granted: an example that uses one of these names without declaring it
// itself gets it from here.

export { adaptTools, defineProvider, openai, toAiSdkTools, toDefinitions } from "@toolkiln/providers";
export { element, renderHtml } from "@toolkiln/render/html";
export { renderTerminal } from "@toolkiln/render/terminal";
export {
  defineTool,
  getPayload,
  mergeRegistries,
  ToolExecutor,
  ToolRegistry,
  ToolResult,
  ToolResultBuilder,
  wrapPayload,
} from "@toolkiln/runtime";
export { Workspace, WorkspacePathPolicy } from "@toolkiln/runtime/node";
export { writeFile } from "node:fs/promises";
export { defineConfig } from "toolkiln";
export { z } from "zod";
export { catalog } from "../../generated/catalog.js";
export { registry } from "../../generated/registry.js";
export { fileRead } from "../../generated/tools/file-read.js";

// An application.
export declare const app: { all(path: string, handler: RequestListener): unknown };
export declare const executor: Executor<ContractsIn<typeof tools>>;
export declare const paths: PathPolicy;
export declare const prompt: string;
export declare const server: McpServer;
export declare const sessionId: string;
export declare const workspacePath: string;

// Somebody who is asked.
export declare const approve: Approver;
export declare function askUser(question: string, options: { signal: AbortSignal }): Promise<boolean>;
export declare function save(token: string): void;
export declare function show(request: ApprovalRequest): void;
export declare const token: string;

// The body of a tool.
export declare const content: string;
export declare const context: ToolExecutionContext;
export declare const data: FileContentData;
export declare const maxBytes: number;
export declare const path: string;
export declare function readStart(path: string, maxBytes: number): Promise<string>;
export declare function readText(path: string): Promise<string>;
export declare const size: number;
export declare const text: string;

// A result.
export declare function branchOf(data: unknown): string;
export declare const result: Result;
