import type { ApprovalRequest, JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { isSensitiveParameter } from "@toolkiln/runtime/vocabulary";

/** A request for approval as a page shows it: plain data with nothing in it that grants anything. */
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
 * Carries requests for approval to the page and edits back. One for each request to the server is enough: what waits
 * is in the executor's store, and the answer itself comes through the framework.
 */
export class ApprovalChannel {
  readonly #requests = new Map<string, ApprovalDescriptor>();
  readonly #edits: Map<string, unknown>;

  /** Edits by the ids of the calls that they are for: the parameters as the approver wants them. */
  constructor(edits: Readonly<Record<string, unknown>> = {}) {
    this.#edits = new Map(Object.entries(edits));
  }

  /** What approvers were asked so far, by the ids of the calls. */
  get requests(): ReadonlyMap<string, ApprovalDescriptor> {
    return this.#requests;
  }

  /** Runs a call with other parameters once it is approved. They are validated and judged like an input. */
  edit(toolCallId: string, params: unknown): void {
    this.#edits.set(toolCallId, params);
  }

  /** Adds `approvalDescriptor` to the approval requests of the AI SDK's UI message stream; pages find it in `part.approval`. */
  describeChunks<Chunk extends { type: string }>(): TransformStream<Chunk, Chunk> {
    return new TransformStream({
      transform: (chunk, controller) => {
        const descriptor =
          chunk.type === "tool-approval-request" && "toolCallId" in chunk
            ? this.#requests.get(String(chunk.toolCallId))
            : undefined;
        controller.enqueue(descriptor === undefined ? chunk : { ...chunk, approvalDescriptor: descriptor });
      },
    });
  }

  /** For adapters: an approver is asked. */
  ask(descriptor: ApprovalDescriptor): void {
    this.#requests.set(descriptor.toolCallId, descriptor);
  }

  /** For adapters: the edit of a call that was approved. */
  editOf(toolCallId: string | undefined): { readonly params: unknown } | undefined {
    return toolCallId !== undefined && this.#edits.has(toolCallId)
      ? { params: this.#edits.get(toolCallId) }
      : undefined;
  }
}

/** A request without its token, and with what a form needs. */
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

/** Parameters with paths as seen from the workspace: a page need not know where on the machine it is. */
function withoutFolder(params: unknown, workspacePath: string | undefined): unknown {
  if (workspacePath === undefined) return params;
  const folder = workspacePath.replace(/[\\/]*$/, "");
  return JSON.parse(JSON.stringify(params), (_key, value: unknown) =>
    typeof value === "string" && value.startsWith(folder) && /^[\\/]/.test(value.slice(folder.length))
      ? value.slice(folder.length + 1)
      : value,
  );
}
