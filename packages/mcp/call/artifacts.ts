import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
} from "@modelcontextprotocol/server";
import { MimeTypes, type ExecuteOptions, type ToolArtifact } from "@toolkiln/runtime";
import { isDataOfKind } from "@toolkiln/runtime/kinds";
import type { McpExecutor } from "../mcp-server-options.js";
import { encodeName } from "./content-blocks.js";

const scheme = "workspace:///";

/** The tool that reads files. */
const toolId = "file-read";

/** The URI of an artifact: its URL, or a workspace file if a tool can read it. */
export function artifactUri({ registry }: McpExecutor, { type, path }: ToolArtifact): string | undefined {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return path;
  if (type !== "file" || registry.getTool(toolId)?.metadata.kind !== "file_content") return undefined;
  const names = path.split(/[\\/]+/).filter((name) => name !== "" && name !== ".");
  const isOutside = /^([\\/]|[A-Za-z]:)/.test(path) || names.includes("..");
  return isOutside ? undefined : scheme + names.map(encodeName).join("/");
}

/**
 * Reads a file that a tool reported. It calls `file-read`, so validation, path policy, risk rules and audit apply as in
 * a tool call. Throws if reading the file needs approval.
 */
export async function readArtifact(
  executor: McpExecutor,
  uri: string,
  options: ExecuteOptions,
): Promise<ReadResourceResult> {
  const path = pathOf(uri);
  if (path === undefined) throw new ResourceNotFoundError(uri);
  const mimeType = MimeTypes.getMimeType(path);
  const isText = MimeTypes.isTextFile(path);
  const input = { path, ...(!isText && { encoding: "base64" }) };
  const prepared = await executor.prepare(toolId, input, options);
  if (prepared.status === "approvalRequired") {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Reading this file is ${prepared.request.risk} risk and needs approval: call \`${toolId}\` instead.`,
      { uri },
    );
  }
  const { result } = prepared.status === "ready" ? await prepared.run() : prepared.execution;
  if (!result.success || !isDataOfKind("file_content", result.data)) throw new ResourceNotFoundError(uri);
  const { content } = result.data;
  return { contents: [{ uri, mimeType, ...(isText ? { text: content } : { blob: content }) }] };
}

/** The path in a URI; undefined if this server did not create the URI. */
function pathOf(uri: string): string | undefined {
  if (!uri.startsWith(scheme)) return undefined;
  try {
    const names = uri.slice(scheme.length).split("/").map(decodeURIComponent);
    return names.some((name) => name === "" || name === ".." || /[\\/]/.test(name))
      ? undefined
      : names.join("/");
  } catch {
    return undefined;
  }
}
