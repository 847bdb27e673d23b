import {
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequestParams,
  type CallToolResult,
  type InputRequiredResult,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { readCallState, toCallState } from "@toolkiln/providers";
import type { ApprovalDecision, ApprovalRequest, ToolExecution, ToolProgress } from "@toolkiln/runtime";
import { presentFields } from "@toolkiln/runtime/json";
import { nearestName } from "@toolkiln/runtime/vocabulary";
import type { ServedTool, ToolListing } from "../list/tool-listing.js";
import type { McpExecutor, McpServerOptions } from "../mcp-server-options.js";
import { approvalForm, canElicit, denyUnattended, readForm } from "./approval-form.js";
import { toCallToolResult, type CallResultOptions } from "./call-result.js";
import { ProgressReporter } from "./progress-reporter.js";

export interface CallerOptions
  extends CallResultOptions, Pick<McpServerOptions, "approval" | "call" | "joinTrace"> {
  /** Called with the URI of each artifact. */
  readonly onResource: (uri: string) => void;
}

/** The client of a connection. */
export interface Client {
  readonly server: Server;
  /** Set by clients of MCP versions before 2026-07-28; they get no log while it is undefined. */
  logLevel: LoggingLevel | undefined;
}

/** One `tools/call` request. */
interface Call {
  readonly tool: ServedTool;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
  readonly client: Client;
  /** Created on the first progress report. */
  progress: ProgressReporter | undefined;
}

type Answer = CallToolResult | InputRequiredResult;

/** The key of the approval in `inputRequests`. */
const approvalKey = "approval";

/** Calls tools for clients. Stateless between requests: the approval token identifies a pending call. */
export class ToolCaller {
  readonly #executor: McpExecutor;
  readonly #listing: ToolListing;
  readonly #options: CallerOptions;

  constructor(executor: McpExecutor, listing: ToolListing, options: CallerOptions) {
    this.#executor = executor;
    this.#listing = listing;
    this.#options = options;
  }

  async call(params: CallToolRequestParams, context: ServerContext, client: Client): Promise<Answer> {
    const tool = (await this.#listing.find(params.name)) ?? (await this.#throwUnknown(params.name));
    const call: Call = { tool, input: params.arguments ?? {}, context, client, progress: undefined };
    const { joinTrace } = this.#options;
    const { _meta: carrier } = context.mcpReq;
    try {
      if (joinTrace === undefined || typeof carrier?.["traceparent"] !== "string")
        return await this.#run(call);
      return await joinTrace(carrier, () => this.#run(call));
    } finally {
      call.progress?.end();
    }
  }

  #run(call: Call): Promise<Answer> {
    const state = call.context.mcpReq.requestState();
    return typeof state === "string" ? this.#resume(call, state) : this.#start(call);
  }

  async #throwUnknown(name: string): Promise<never> {
    const near = nearestName(name, await this.#listing.names());
    const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no tool \`${name.slice(0, 128)}\`.${hint}`,
    );
  }

  async #start(call: Call): Promise<Answer> {
    const { tool, input, context } = call;
    const options = {
      provider: "mcp",
      ...this.#options.call,
      toolCallId: String(context.mcpReq.id),
      signal: context.mcpReq.signal,
      onProgress: (step: ToolProgress) => report(call, step),
    };
    const { id } = tool.spec;
    if (this.#options.approval === "executor" || !this.#executor.mayNeedApproval(id)) {
      return this.#finish(call, await this.#executor.dispatch(id, input, options));
    }
    const prepared = await this.#executor.prepare(id, input, options);
    if (prepared.status === "ready") return this.#finish(call, await prepared.run());
    if (prepared.status === "refused") return this.#finish(call, prepared.execution);
    return this.#ask(call, prepared.request);
  }

  async #ask(call: Call, request: ApprovalRequest): Promise<Answer> {
    const { tool, input, context, client } = call;
    const subject = subjectOf(call);
    if (!canElicit(context, client.server)) {
      const reason = `This call is ${request.risk} risk and needs approval, but the client cannot ask its user: it does not support form elicitation. The operator of the server can allow the call with a policy.`;
      return this.#decide(call, request.token, denyUnattended(reason));
    }
    return inputRequired({
      inputRequests: { [approvalKey]: inputRequired.elicit(approvalForm(request, tool.spec, input)) },
      requestState: await toCallState(request.token, subject, input),
    });
  }

  async #resume(call: Call, state: string): Promise<Answer> {
    const token = await readCallState(state, subjectOf(call), call.input);
    if (token === undefined) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "The requestState belongs to another call: the client, the tool and the arguments must be the same.",
      );
    }
    return this.#decide(call, token, readAnswer(call));
  }

  async #decide(call: Call, token: string, decision: ApprovalDecision): Promise<CallToolResult> {
    const { context } = call;
    const { services, inject } = this.#options.call ?? {};
    const execution = await this.#executor.resume(token, decision, {
      signal: context.mcpReq.signal,
      onProgress: (step) => report(call, step),
      ...presentFields({ services, inject }),
    });
    return this.#finish(call, execution);
  }

  #finish({ tool, context }: Call, execution: ToolExecution): Promise<CallToolResult> {
    const { artifactUri, onResource } = this.#options;
    for (const artifact of execution.result.artifacts) {
      const uri = artifactUri(artifact);
      if (uri !== undefined) onResource(uri);
    }
    const objectsOnly = context.mcpReq.envelope === undefined;
    return toCallToolResult(execution, tool, this.#options, this.#matchesSchema, objectsOnly);
  }

  /** Whether data matches a tool's output schema. */
  readonly #matchesSchema = async (id: string, data: unknown): Promise<boolean> => {
    const loaded = this.#executor.registry.getTool(id)?.loaded;
    const errors = await loaded?.contract.checkData(data);
    return errors?.length === 0;
  };
}

function report(call: Call, step: ToolProgress): void {
  call.progress ??= new ProgressReporter(call.context.mcpReq, call.client);
  call.progress.report(step);
}

/** Binds the state of a call to its tool and caller. */
function subjectOf({ tool, context: { http } }: Call): string {
  const caller = http?.authInfo?.clientId ?? http?.req?.headers.get("authorization") ?? "";
  return `${tool.definition.name} ${caller}`;
}

/** The user's decision; anything unclear is a denial. */
function readAnswer({ context, tool, input }: Call): ApprovalDecision {
  const answer = inputResponse(context.mcpReq.inputResponses, approvalKey);
  if (answer.kind !== "elicit") return denyUnattended("The client sent no answer from its user.");
  if (answer.action === "decline") return { decision: "deny", reason: "The user declined." };
  if (answer.action === "cancel") return { decision: "deny", reason: "The user dismissed the question." };
  return readForm(answer.content ?? {}, tool.spec, input);
}
