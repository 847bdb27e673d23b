import type { ToolExecution } from "../executor/tool-execution.js";
import { nothing } from "../result/none.js";
import type { AnyToolContract, DataOf, InjectedOf, InputOf } from "../tool/tool-contract.js";
import { valueAlong } from "../validation/json-pointer.js";
import { isBoolean, isInteger, isNumber, isString, isStringArray } from "../validation/value-type.js";
import type { ExecutionScope, NestedCallArguments, NestedCallOptions } from "./execution-scope.js";
import { isAbsolutePath, normalizePath, pathWithin, resolvePath, workspaceProblem } from "./lexical-path.js";
import { ToolProgress, type ToolProgressInit } from "./tool-progress.js";
import { findService, type NoServices, type ServiceClass, type ServiceKey } from "./tool-services.js";

/** The `this` type of methods: calling a detached method is a compile error. */
type Context = ToolExecutionContext;

/** An implementation's view of its call. */
export class ToolExecutionContext<Services extends object = NoServices> {
  readonly #scope: ExecutionScope;

  constructor(scope: ExecutionScope) {
    const problem = workspaceProblem(scope.workspacePath);
    if (problem) throw new TypeError(problem);
    this.#scope = scope;
  }

  get toolId(): string {
    return this.#scope.toolId;
  }

  get executionId(): string {
    return this.#scope.executionId;
  }

  get sessionId(): string | undefined {
    return this.#scope.sessionId;
  }

  get workspacePath(): string | undefined {
    return this.#scope.workspacePath;
  }

  get hasWorkspace(): boolean {
    return Boolean(this.#scope.workspacePath);
  }

  /** Aborted when the caller cancels or the deadline passes. */
  get signal(): AbortSignal {
    return this.#scope.signal();
  }

  /** Whether the policy or an approver allowed the call; true for calls that need no approval. */
  get isApproved(): boolean {
    return this.#scope.isApproved;
  }

  get parameters(): unknown {
    return this.#scope.parameters;
  }

  get modifiedParameters(): unknown {
    return this.#scope.modifiedParameters;
  }

  get hasModifiedParameters(): boolean {
    return this.#scope.modifiedParameters !== undefined;
  }

  get effectiveParameters(): unknown {
    return this.#scope.modifiedParameters ?? this.#scope.parameters;
  }

  get metadata(): Readonly<Record<string, unknown>> | undefined {
    return this.#scope.metadata;
  }

  get services(): Services {
    // The executor's constructor checks that every service that a tool uses exists.
    return (this.#scope.services ?? nothing) as Services;
  }

  get startedAt(): Date {
    return new Date(this.#scope.startedAt);
  }

  get elapsedMs(): number {
    return Date.now() - this.#scope.startedAt;
  }

  /**
   * Calls another tool of the registry in this call's concurrency slot, validated and approved as usual. It ends when
   * this call ends, at the latest. Pass a contract instead of an id to type input and data.
   */
  execute<Contract extends AnyToolContract>(
    this: Context,
    contract: Contract,
    input: InputOf<Contract>,
    ...options: NestedCallArguments<InjectedOf<Contract>>
  ): Promise<ToolExecution<DataOf<Contract>>>;
  execute(this: Context, id: string, input: unknown, options?: NestedCallOptions): Promise<ToolExecution>;
  async execute(
    tool: AnyToolContract | string,
    input: unknown,
    options?: NestedCallOptions,
  ): Promise<ToolExecution> {
    if (this.#scope.execute === undefined)
      throw new Error("This context has no executor, so it cannot call tools.");
    return this.#scope.execute(typeof tool === "string" ? tool : tool.id, input, options);
  }

  /** Reports progress: a percentage, a count of items, or all fields of a `ToolProgress`. */
  reportProgress(this: Context, message: string, percentComplete?: number): void;
  reportProgress(this: Context, message: string, itemsProcessed: number, totalItems: number): void;
  reportProgress(this: Context, progress: ToolProgressInit): void;
  reportProgress(report: string | ToolProgressInit, done?: number, totalItems?: number): void {
    const progress = isString(report) ? { message: report, percentComplete: done } : report;
    this.#scope.report(
      done === undefined || totalItems === undefined
        ? new ToolProgress(progress)
        : ToolProgress.items(progress.message, done, totalItems),
    );
  }

  reportOperation(this: Context, message: string, currentOperation: string): void {
    this.#scope.report(ToolProgress.operation(message, currentOperation));
  }

  getService<Service>(key: ServiceKey<Service> | ServiceClass<Service>): Service | undefined {
    // A key has the type of the service that `ToolServices` stores under it.
    return findService(this.#scope.services, key) as Service | undefined;
  }

  getRequiredService<Service>(key: ServiceKey<Service> | ServiceClass<Service>): Service {
    const service = this.getService(key);
    if (service === undefined) throw new Error(`Service '${key.name}' is not registered`);
    return service;
  }

  /** Resolves a path lexically from the workspace. Throws for an empty path, or a relative one without a workspace. */
  resolvePath(path: string): string {
    if (path === "") throw new TypeError("Path cannot be empty");
    const resolved = this.tryResolvePath(path);
    if (resolved === undefined) throw new Error("Cannot resolve relative path without workspace context");
    return resolved;
  }

  tryResolvePath(path: string): string | undefined {
    const { workspacePath } = this.#scope;
    if (path === "") return undefined;
    if (isAbsolutePath(path)) return normalizePath(path);
    return workspacePath ? resolvePath(workspacePath, path) : undefined;
  }

  /** Whether a path is lexically in the workspace. Only the executor's path policy follows links. */
  isPathInWorkspace(path: string): boolean {
    return path !== "" && pathWithin(this.#scope.workspacePath, path) !== undefined;
  }

  /** The absolute path; throws if it is lexically outside the workspace. */
  requirePathInWorkspace(path: string): string {
    if (!this.isPathInWorkspace(path)) throw new Error(`Path '${path}' is outside the workspace`);
    return this.resolvePath(path);
  }

  /** A path relative to the workspace; a path outside of it is unchanged. */
  getRelativePath(path: string): string {
    const relative = pathWithin(this.#scope.workspacePath, path);
    return relative === undefined ? path : relative || ".";
  }

  hasParameter(name: string): boolean {
    return Object.hasOwn(Object(this.effectiveParameters) as object, name);
  }

  getParameter(name: string): unknown {
    return valueAlong(this.effectiveParameters, [name]);
  }

  getRequiredString(name: string): string {
    return this.#required(name, isString, "a string");
  }

  getOptionalString(name: string): string | undefined;
  getOptionalString(name: string, defaultValue: string): string;
  getOptionalString(name: string, defaultValue?: string): string | undefined {
    return this.#optional(name, isString) ?? defaultValue;
  }

  getRequiredInt(name: string): number {
    return this.#required(name, isInteger, "an integer");
  }

  getOptionalInt(name: string, defaultValue = 0): number {
    return this.#optional(name, isInteger) ?? defaultValue;
  }

  getRequiredNumber(name: string): number {
    return this.#required(name, isNumber, "a number");
  }

  getOptionalNumber(name: string, defaultValue = 0): number {
    return this.#optional(name, isNumber) ?? defaultValue;
  }

  getRequiredBool(name: string): boolean {
    return this.#required(name, isBoolean, "a boolean");
  }

  getOptionalBool(name: string, defaultValue = false): boolean {
    return this.#optional(name, isBoolean) ?? defaultValue;
  }

  getRequiredStringArray(name: string): readonly string[] {
    return this.#required(name, isStringArray, "an array of strings");
  }

  getOptionalStringArray(name: string): readonly string[] {
    return this.#optional(name, isStringArray) ?? [];
  }

  hasMetadata(key: string): boolean {
    return Object.hasOwn(this.#scope.metadata ?? nothing, key);
  }

  getMetadata(key: string): unknown {
    return valueAlong(this.#scope.metadata, [key]);
  }

  #required<T>(name: string, is: (value: unknown) => value is T, expected: string): T {
    const value = this.getParameter(name);
    if (value === undefined) throw new TypeError(`Missing required parameter: ${name}`);
    if (!is(value)) throw new TypeError(`Parameter '${name}' must be ${expected}`);
    return value;
  }

  #optional<T>(name: string, is: (value: unknown) => value is T): T | undefined {
    const value = this.getParameter(name);
    return is(value) ? value : undefined;
  }
}
