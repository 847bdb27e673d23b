import type { ToolExecution } from "../executor/tool-execution.js";
import { nothing } from "../result/none.js";
import type { AnyToolContract, DataOf, InjectedOf, InputOf } from "../tool/contract-types.js";
import { valueAlong } from "../validation/json-pointer.js";
import { isBoolean, isInteger, isNumber, isString, isStringArray } from "../validation/value-type.js";
import type { ExecutionScope, NestedCallArguments, NestedCallOptions } from "./execution-scope.js";
import { isAbsolutePath, normalizePath, pathWithin, resolvePath, workspaceProblem } from "./lexical-path.js";
import { ToolProgress, type ToolProgressInit } from "./tool-progress.js";
import { findService, type NoServices, type ServiceClass, type ServiceKey } from "./tool-services.js";

/** What methods need as `this`: one that was taken off the context does not compile. */
type Context = ToolExecutionContext;

/** What an implementation knows of its call and may use while it runs. */
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

  /** The directory that the tool works in, if there is one. */
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

  /** Whether the policy or somebody approved this call. */
  get isApproved(): boolean {
    return this.#scope.isApproved;
  }

  /** The validated parameters as they were asked for. */
  get parameters(): unknown {
    return this.#scope.parameters;
  }

  /** The parameters as an approver changed them, if one did. */
  get modifiedParameters(): unknown {
    return this.#scope.modifiedParameters;
  }

  get hasModifiedParameters(): boolean {
    return this.#scope.modifiedParameters !== undefined;
  }

  /** What the tool is to work with: the changed parameters, or those that were asked for. */
  get effectiveParameters(): unknown {
    return this.#scope.modifiedParameters ?? this.#scope.parameters;
  }

  get metadata(): Readonly<Record<string, unknown>> | undefined {
    return this.#scope.metadata;
  }

  /** The services that the manifest names under `uses`. */
  get services(): Services {
    // The executor's constructor checks that every service is there that a tool uses.
    return (this.#scope.services ?? nothing) as Services;
  }

  get startedAt(): Date {
    return new Date(this.#scope.startedAt);
  }

  /** Milliseconds since the call started. */
  get elapsedMs(): number {
    return Date.now() - this.#scope.startedAt;
  }

  /**
   * Calls another tool of the registry in this call's slot, judged and approved like any call; it ends with this call at the
   * latest. Named by its contract, input and data are typed.
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
    if (this.#scope.execute === undefined) throw new Error("There is no executor to call tools with.");
    return this.#scope.execute(typeof tool === "string" ? tool : tool.id, input, options);
  }

  /** Reports how far the call is: by percentage, by items done, or with everything that a `ToolProgress` can hold. */
  reportProgress(this: Context, message: string, percentComplete?: number): void;
  reportProgress(this: Context, message: string, itemsProcessed: number, totalItems: number): void;
  reportProgress(this: Context, progress: ToolProgressInit): void;
  reportProgress(said: string | ToolProgressInit, done?: number, totalItems?: number): void {
    const progress = isString(said) ? { message: said, percentComplete: done } : said;
    this.#scope.report(
      done === undefined || totalItems === undefined
        ? new ToolProgress(progress)
        : ToolProgress.items(progress.message, done, totalItems),
    );
  }

  /** Reports what is being done at the moment. */
  reportOperation(this: Context, message: string, currentOperation: string): void {
    this.#scope.report(ToolProgress.operation(message, currentOperation));
  }

  /** A service that the application lends, if it does. */
  getService<Service>(key: ServiceKey<Service> | ServiceClass<Service>): Service | undefined {
    // A key carries the type of what `ToolServices` lets one store under it.
    return findService(this.#scope.services, key) as Service | undefined;
  }

  /** A service that the tool cannot do without; throws when the application does not lend it. */
  getRequiredService<Service>(key: ServiceKey<Service> | ServiceClass<Service>): Service {
    const service = this.getService(key);
    if (service === undefined) throw new Error(`Service '${key.name}' is not registered`);
    return service;
  }

  /** An absolute path as text; a relative one starts at the workspace. Throws without path or workspace. */
  resolvePath(path: string): string {
    if (path === "") throw new TypeError("Path cannot be empty");
    const resolved = this.tryResolvePath(path);
    if (resolved === undefined) throw new Error("Cannot resolve relative path without workspace context");
    return resolved;
  }

  /** The same, with undefined in place of an error. */
  tryResolvePath(path: string): string | undefined {
    const { workspacePath } = this.#scope;
    if (path === "") return undefined;
    if (isAbsolutePath(path)) return normalizePath(path);
    return workspacePath ? resolvePath(workspacePath, path) : undefined;
  }

  /** Whether a path, as text, lies in the workspace. Where links lead is for the executor's path policy to say. */
  isPathInWorkspace(path: string): boolean {
    return path !== "" && this.#wayTo(path) !== undefined;
  }

  /** The absolute path of one that lies, as text, in the workspace; throws for any other. */
  requirePathInWorkspace(path: string): string {
    if (!this.isPathInWorkspace(path)) throw new Error(`Path '${path}' is outside the workspace`);
    return this.resolvePath(path);
  }

  /** A path as seen from the workspace; one outside of it stays as it is. */
  getRelativePath(path: string): string {
    const way = this.#wayTo(path);
    return way === undefined ? path : way || ".";
  }

  hasParameter(name: string): boolean {
    return Object.hasOwn(Object(this.effectiveParameters) as object, name);
  }

  /** The parameter of that name, if there is one. */
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

  /** What the caller noted under that key, if anything. */
  getMetadata(key: string): unknown {
    return valueAlong(this.#scope.metadata, [key]);
  }

  /** The way from the workspace to a path in it; undefined when there is none. */
  #wayTo(path: string): string | undefined {
    const { workspacePath } = this.#scope;
    return workspacePath ? pathWithin(workspacePath, path) : undefined;
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
