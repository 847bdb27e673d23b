import type { AnyContracts } from "../registry/registry-contracts.js";
import type { ToolAvailabilityContext } from "../registry/tool-availability-context.js";
import type { ToolRegistry } from "../registry/tool-registry.js";
import { nothing } from "../result/none.js";
import type {
  AllInjectedOf,
  ContractMap,
  DataOf,
  InjectedOf,
  InputOf,
  NothingInjected,
  RequiredServices,
  ToolIdOf,
} from "../tool/tool-contract.js";
import type { RiskLevel } from "../tool/risk-level.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { IssuedApproval } from "./approval/approval-issuer.js";
import type { ApprovalDecision } from "./approval/approval.js";
import {
  findApproval,
  prepareApproval,
  resumeApproval,
  type PreparedCall,
} from "./approval/prepare-approval.js";
import { riskOfCall, summarizeCall, validateCall, type CallQuery } from "./call/inspect-call.js";
import type { CallHost } from "./call/call-host.js";
import { checkDefaults } from "./check-options.js";
import type {
  DynamicId,
  ArgumentOf,
  CallDefaults,
  ExecuteArguments,
  ExecuteOptions,
  ResumeOptions,
} from "./executor-options.js";
import { readDefaults, withDefaults, type ResolvedDefaults } from "./resolve-options.js";
import type { ToolExecution } from "./tool-execution.js";

/** Injected values that a view does not supply. */
type Missing<Injected extends object, Supplied extends object> = NothingInjected extends Supplied
  ? Injected
  : Omit<Injected, keyof Supplied>;

/** Inspects a call without running it. Takes the arguments of `execute`, or an id known only at run time. */
interface InspectCall<Contracts extends ContractMap<Contracts>, Supplied extends object, Answer> {
  <Id extends string>(id: DynamicId<Id>, input: unknown, options?: ExecuteOptions): Promise<Answer>;
  <Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<Missing<InjectedOf<Contracts[Id]>, Supplied>>
  ): Promise<Answer>;
}

/**
 * Calls tools through an executor, with defaults. Shares slots, locks and approvals with the executor, is cheap to
 * create, and cannot dispose of the executor. With a `sessionId`, it resumes only tokens of that session.
 */
export class ExecutorView<
  Contracts extends ContractMap<Contracts> = AnyContracts,
  Supplied extends object = NothingInjected,
> {
  readonly #registry: ToolRegistry<Contracts>;
  readonly #host: CallHost;
  readonly #defaults: ResolvedDefaults | undefined;

  constructor(registry: ToolRegistry<Contracts>, host: CallHost, defaults: ResolvedDefaults | undefined) {
    this.#registry = registry;
    this.#host = host;
    this.#defaults = defaults;
  }

  /** Creates a view for one request, user or session; `defaults` override the current ones. */
  with<const Injected extends Partial<AllInjectedOf<Contracts>> = NothingInjected>(
    defaults: CallDefaults<Partial<RequiredServices<Contracts>>, Injected>,
  ): ExecutorView<Contracts, Supplied & Injected> {
    const given = readDefaults(checkDefaults(defaults));
    return new ExecutorView(this.#registry, this.#host, withDefaults(this.#defaults, given ?? {}));
  }

  /** Calls a tool. Never rejects because of a tool: check `status` and `result`. */
  execute<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<Missing<InjectedOf<Contracts[Id]>, Supplied>>
  ): Promise<ToolExecution<DataOf<Contracts[Id]>>>;
  execute(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolExecution> {
    return this.#host.execute(id, input, this.#options(options));
  }

  /** Calls a tool by an id and input known only at run time. */
  dispatch(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolExecution> {
    return this.#host.execute(id, input, this.#options(options));
  }

  /** Whether a call may need approval; false only if the tool is loaded and no rule, hook, path or risk requires it. */
  mayNeedApproval(id: string): boolean {
    const tool = this.#registry.getTool(id)?.loaded;
    return tool === undefined || this.#host.planOf(tool).isGuarded;
  }

  /** Prepares a call without running it, and returns whether it needs approval. */
  prepare<Id extends string>(
    id: DynamicId<Id>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<PreparedCall>;
  prepare<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<Missing<InjectedOf<Contracts[Id]>, Supplied>>
  ): Promise<PreparedCall<DataOf<Contracts[Id]>>>;
  prepare(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<PreparedCall> {
    return prepareApproval(this.#host, { id, input, options: this.#options(options) });
  }

  /** Applies a decision to a pending call. The token comes from `prepare` or from an approval request. */
  resume(
    token: string,
    decision: ApprovalDecision,
    options: ResumeOptions = nothing,
  ): Promise<ToolExecution> {
    return resumeApproval(this.#host, token, decision, this.#options(options));
  }

  /**
   * The token of a pending call that `prepare` received with the same tool, input, `toolCallId`, session, workspace
   * and metadata. Use it in the request that carries the decision.
   */
  findApproval(id: string, input: unknown, options: ExecuteOptions): Promise<IssuedApproval | undefined> {
    return findApproval(this.#host, { id, input, options: this.#options(options) });
  }

  /** Validates an input as `execute` would, without running the tool. */
  readonly validate: InspectCall<Contracts, Supplied, ToolValidationResult> = this.#inspect(validateCall);

  /** Describes in one line what a call would do. */
  readonly getExecutionSummary: InspectCall<Contracts, Supplied, string> = this.#inspect(summarizeCall);

  /** The effective risk of a call; the tool's declared risk if the schema rejects the input. */
  readonly getEffectiveRiskLevel: InspectCall<Contracts, Supplied, RiskLevel> = this.#inspect(riskOfCall);

  get registry(): ToolRegistry<Contracts> {
    return this.#registry;
  }

  get availability(): ToolAvailabilityContext | undefined {
    return this.#host.options.availability;
  }

  #inspect<Answer>(inspect: (host: CallHost, query: CallQuery) => Promise<Answer>) {
    return (id: string, input: unknown, options: ExecuteOptions = nothing): Promise<Answer> =>
      inspect(this.#host, { id, input, options: this.#options(options) });
  }

  #options<Options extends ExecuteOptions>(options: Options): Options {
    return this.#defaults === undefined ? options : withDefaults(this.#defaults, options);
  }
}
