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
  RequiredServices,
  ToolIdOf,
} from "../tool/contract-types.js";
import type { RiskLevel } from "../tool/risk-level.js";
import type { NothingInjected } from "../tool/tool-contract.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { ApprovalDecision } from "./approval/approval.js";
import type { IssuedApproval } from "./approval/approval-desk.js";
import {
  findApproval,
  prepareApproval,
  resumeApproval,
  type PreparedCall,
} from "./approval/prepare-approval.js";
import { riskOfCall, summarizeCall, validateCall } from "./call/ask-about-call.js";
import type { CallHost } from "./call/call-host.js";
import { readDefaults, withDefaults, type ResolvedDefaults } from "./call-defaults.js";
import { checkDefaults } from "./check-options.js";
import type {
  AnyText,
  ArgumentOf,
  CallDefaults,
  ExecuteArguments,
  ExecuteOptions,
  ResumeOptions,
} from "./executor-options.js";
import type { ToolExecution } from "./tool-execution.js";

/** The injected values of a tool that a view does not supply. */
type Missing<Injected extends object, Supplied extends object> = NothingInjected extends Supplied
  ? Injected
  : Omit<Injected, keyof Supplied>;

/**
 * The calls of an executor with defaults for each of them. It shares slots, locks and approvals with its executor, costs
 * an object, and cannot dispose of the executor. With a `sessionId`, it resumes only tokens of that session.
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

  /** A view for one request, user or session: its defaults come before those of this one. */
  with<const Injected extends Partial<AllInjectedOf<Contracts>> = NothingInjected>(
    defaults: CallDefaults<Partial<RequiredServices<Contracts>>, Injected>,
  ): ExecutorView<Contracts, Supplied & Injected> {
    const given = readDefaults(checkDefaults(defaults));
    return new ExecutorView(this.#registry, this.#host, withDefaults(this.#defaults, given ?? {}));
  }

  /** Calls a tool. Never rejects for what a tool does: look at `status` and `result`. */
  execute<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<Missing<InjectedOf<Contracts[Id]>, Supplied>>
  ): Promise<ToolExecution<DataOf<Contracts[Id]>>>;
  execute(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolExecution> {
    return this.#host.execute(id, input, this.#options(options));
  }

  /** Calls a tool whose id and input are known only at run time. */
  dispatch(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolExecution> {
    return this.#host.execute(id, input, this.#options(options));
  }

  /** Whether a call may have to be approved: false for a loaded tool whose calls nothing but the schema judges. */
  mayNeedApproval(id: string): boolean {
    const tool = this.#registry.getTool(id)?.loaded;
    return tool === undefined || this.#host.planOf(tool).isGuarded;
  }

  /** Does everything that comes before a call runs, and returns whether it needs approval. */
  prepare<Id extends string>(
    id: AnyText<Id>,
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

  /** Applies the decision on a call whose token came from `prepare` or from a request for approval. */
  resume(
    token: string,
    decision: ApprovalDecision,
    options: ResumeOptions = nothing,
  ): Promise<ToolExecution> {
    return resumeApproval(this.#host, token, decision, this.#options(options));
  }

  /**
   * The token of a call that `prepare` was given before with the same tool, input, `toolCallId`, session, workspace and
   * metadata, and that still waits for approval: for the request that brings the decision.
   */
  findApproval(id: string, input: unknown, options: ExecuteOptions): Promise<IssuedApproval | undefined> {
    return findApproval(this.#host, { id, input, options: this.#options(options) });
  }

  /** Checks an input as a call would, without running anything. */
  validate<Id extends string>(
    id: AnyText<Id>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<ToolValidationResult>;
  validate<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<Missing<InjectedOf<Contracts[Id]>, Supplied>>
  ): Promise<ToolValidationResult>;
  validate(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<ToolValidationResult> {
    return validateCall(this.#host, { id, input, options: this.#options(options) });
  }

  /** One line: what a call would do. */
  getExecutionSummary<Id extends string>(
    id: AnyText<Id>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<string>;
  getExecutionSummary<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<Missing<InjectedOf<Contracts[Id]>, Supplied>>
  ): Promise<string>;
  getExecutionSummary(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<string> {
    return summarizeCall(this.#host, { id, input, options: this.#options(options) });
  }

  /** The risk that a call would have; the tool's own when the input is not valid. */
  getEffectiveRiskLevel<Id extends string>(
    id: AnyText<Id>,
    input: unknown,
    options?: ExecuteOptions,
  ): Promise<RiskLevel>;
  getEffectiveRiskLevel<Id extends ToolIdOf<Contracts>>(
    id: Id,
    input: ArgumentOf<Id, InputOf<Contracts[Id]>>,
    ...options: ExecuteArguments<Missing<InjectedOf<Contracts[Id]>, Supplied>>
  ): Promise<RiskLevel>;
  getEffectiveRiskLevel(id: string, input: unknown, options: ExecuteOptions = nothing): Promise<RiskLevel> {
    return riskOfCall(this.#host, { id, input, options: this.#options(options) });
  }

  /** The tools that calls are looked up in. */
  get registry(): ToolRegistry<Contracts> {
    return this.#registry;
  }

  /** The option `availability`. */
  get availability(): ToolAvailabilityContext | undefined {
    return this.#host.options.availability;
  }

  #options<Options extends ExecuteOptions>(options: Options): Options {
    return this.#defaults === undefined ? options : withDefaults(this.#defaults, options);
  }
}
