import {
  BAGGAGE_META_KEY,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
  type CallToolRequestParams,
  type CallToolResult,
  type InputRequiredResult,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { readCallState, toCallState } from "@toolkiln/providers";
import type {
  ApprovalDecision,
  ApprovalRequest,
  MaybePromise,
  ToolArtifact,
  ToolExecution,
  ToolProgress,
} from "@toolkiln/runtime";
import { nearestName } from "@toolkiln/runtime/vocabulary";
import type { ServedTool } from "../list/served-tool.js";
import type { ToolListing } from "../list/tool-listing.js";
import type { McpExecutor } from "../mcp-executor.js";
import type { McpServerOptions, TraceCarrier } from "../mcp-server-options.js";
import { approvalForm, changedParameters, unofferedName } from "./approval-form.js";
import { toCallToolResult, type CallResultOptions } from "./call-result.js";
import { canElicit } from "./client-capabilities.js";
import { ProgressReporter } from "./progress-reporter.js";

/** How calls are made. */
export interface CallerOptions
  extends CallResultOptions, Pick<McpServerOptions, "approval" | "call" | "joinTrace"> {
  /** Called with what each call leaves behind. */
  readonly onArtifacts: (artifacts: readonly ToolArtifact[]) => void;
}

/** The other end of a connection. */
interface Client {
  readonly server: Server;
  /** Whether the client wants log messages of a level. */
  readonly isLogged: (level: LoggingLevel) => boolean;
}

/** One request to call a tool. */
interface Call {
  readonly tool: ServedTool;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
  readonly server: Server;
  readonly progress: ProgressReporter;
}

type Answer = CallToolResult | InputRequiredResult;

/** The question of an approval in the client's form. */
const approvalKey = "approval";

/** Calls tools for clients. It keeps nothing between two requests: what waits is known by the approval's token. */
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
    const found = this.#listing.find(params.name);
    const tool = (found instanceof Promise ? await found : found) ?? (await this.#refuseName(params.name));
    const progress = new ProgressReporter(context.mcpReq, client.isLogged);
    const call: Call = { tool, input: params.arguments ?? {}, context, server: client.server, progress };
    const state = context.mcpReq.requestState();
    const run = (): Promise<Answer> =>
      typeof state === "string" ? this.#resume(call, state) : this.#start(call);
    const { joinTrace } = this.#options;
    const carrier = joinTrace && traceOf(context);
    try {
      return await (carrier === undefined || joinTrace === undefined ? run() : joinTrace(carrier, run));
    } finally {
      progress.end();
    }
  }

  async #refuseName(name: string): Promise<never> {
    const near = nearestName(name, await this.#listing.names());
    const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no tool \`${name.slice(0, 128)}\`.${hint}`,
    );
  }

  async #start(call: Call): Promise<Answer> {
    const { tool, input, context, progress } = call;
    const options = {
      provider: "mcp",
      ...this.#options.call,
      toolCallId: String(context.mcpReq.id),
      signal: context.mcpReq.signal,
      onProgress: (step: ToolProgress) => progress.report(step),
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
    const { tool, input, context, server } = call;
    const subject = subjectOf(call);
    if (!canElicit(context, server)) {
      const reason = `This call has ${request.risk} risk and needs approval, but the client cannot ask its user: it offers no elicitation of forms here. Whoever runs the server can allow it with a policy.`;
      return this.#decide(call, request.token, denyUnasked(reason));
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
        "The requestState belongs to another call: send it as the same client, with the tool and the arguments that it was given for.",
      );
    }
    return this.#decide(call, token, readAnswer(call));
  }

  async #decide(call: Call, token: string, decision: ApprovalDecision): Promise<CallToolResult> {
    const { context, progress } = call;
    const { services, inject } = this.#options.call ?? {};
    const execution = await this.#executor.resume(token, decision, {
      signal: context.mcpReq.signal,
      onProgress: (step) => progress.report(step),
      ...(services !== undefined && { services }),
      ...(inject !== undefined && { inject }),
    });
    return this.#finish(call, execution);
  }

  #finish({ tool, progress, context }: Call, execution: ToolExecution): MaybePromise<CallToolResult> {
    progress.end();
    this.#options.onArtifacts(execution.result.artifacts);
    const isPromised = async (data: unknown): Promise<boolean> => {
      const loaded = this.#executor.registry.getTool(tool.spec.id)?.loaded;
      const errors = await loaded?.contract.checkData(data);
      return errors?.length === 0;
    };
    const objectsOnly = context.mcpReq.envelope === undefined;
    return toCallToolResult(execution, tool, this.#options, isPromised, objectsOnly);
  }
}

/** The trace that a request belongs to, if it names one. */
function traceOf({ mcpReq: { _meta = {} } }: ServerContext): TraceCarrier | undefined {
  const {
    [TRACEPARENT_META_KEY]: traceparent,
    [TRACESTATE_META_KEY]: tracestate,
    [BAGGAGE_META_KEY]: baggage,
  } = _meta;
  if (typeof traceparent !== "string") return undefined;
  return {
    traceparent,
    ...(typeof tracestate === "string" && { tracestate }),
    ...(typeof baggage === "string" && { baggage }),
  };
}

/** What a call's state belongs to: the tool, and whoever calls it. */
function subjectOf({ tool, context: { http } }: Call): string {
  const caller = http?.authInfo?.clientId ?? http?.req?.headers.get("authorization") ?? "";
  return `${tool.definition.name} ${caller}`;
}

/** What the user decided; whatever is not clearly an approval denies. */
function readAnswer({ context, tool, input }: Call): ApprovalDecision {
  const answer = inputResponse(context.mcpReq.inputResponses, approvalKey);
  if (answer.kind !== "elicit") return denyUnasked("The client sent no answer of its user.");
  if (answer.action === "decline") return { decision: "deny", reason: "The user declined." };
  if (answer.action === "cancel") return { decision: "deny", reason: "The user closed the question." };
  const content = answer.content ?? {};
  const name = unofferedName(content, tool.spec, input);
  if (name !== undefined) {
    return denyUnasked(`The answer holds \`${name.slice(0, 128)}\`, which the form does not offer.`);
  }
  const params = changedParameters(content, tool.spec, input);
  return params === undefined ? { decision: "approve" } : { decision: "edit", params };
}

/** A denial that no person decided on, so that the model does not read that one did. */
function denyUnasked(reason: string): ApprovalDecision {
  return { decision: "deny", reason, unattended: true };
}
