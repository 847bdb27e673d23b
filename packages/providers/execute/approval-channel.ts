import type { ApprovalRequest, JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { isSensitiveParameter } from "@toolkiln/runtime/vocabulary";

/** An approval request for display: plain data without the approval token. */
export interface ApprovalDescriptor extends Omit<ApprovalRequest, "token" | "expiresAt"> {
  readonly toolCallId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The parameters that an approver may change. */
  readonly editable: readonly string[];
  /** JSON Schema of the parameters, for a form. */
  readonly schema: JsonSchemaObject;
}

/**
 * Passes approval requests to the application's web page, and the approver's edits back. Can be created per HTTP
 * request: the executor's store keeps pending calls, and the framework delivers the decision.
 */
export class ApprovalChannel {
  /** The approval requests so far, by call id. */
  readonly requests: Map<string, ApprovalDescriptor> = new Map();
  /**
   * The approver's edited parameters, by call id. They replace the parameters of an approved call; validation and risk
   * rules apply as for any input.
   */
  readonly edits: Map<string, unknown>;

  constructor(edits: Readonly<Record<string, unknown>> = {}) {
    this.edits = new Map(Object.entries(edits));
  }

  /** Adds `approvalDescriptor` to approval requests in the AI SDK's UI message stream, for `part.approval` in pages. */
  describeChunks<Chunk extends { type: string }>(): TransformStream<Chunk, Chunk> {
    return new TransformStream({
      transform: (chunk, controller) => {
        const descriptor =
          chunk.type === "tool-approval-request" && "toolCallId" in chunk
            ? this.requests.get(String(chunk.toolCallId))
            : undefined;
        controller.enqueue(descriptor === undefined ? chunk : { ...chunk, approvalDescriptor: descriptor });
      },
    });
  }
}

/** A request without its token, with data for a form. */
export function describeApproval(
  approval: ApprovalRequest,
  spec: ToolSpec,
  toolCallId: string,
  workspacePath: string | undefined,
): ApprovalDescriptor {
  const { token: _, expiresAt, params, ...request } = approval;
  const names = Object.keys(spec.inputSchema.properties ?? {});
  return {
    ...request,
    params: withoutFolder(params, workspacePath),
    toolCallId,
    expiresAt: expiresAt.toISOString(),
    editable: names.filter((name) => !isSensitiveParameter(spec, name)),
    schema: spec.inputSchema,
  };
}

/** Makes paths in parameters relative to the workspace, to hide its location from the page. */
function withoutFolder(params: unknown, workspacePath: string | undefined): unknown {
  if (workspacePath === undefined) return params;
  const folder = workspacePath.replace(/[\\/]*$/, "");
  return JSON.parse(JSON.stringify(params), (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(folder) && /^[\\/]/.test(value.slice(folder.length))
      ? value.slice(folder.length + 1)
      : value,
  );
}
