import type { ToolExecutionContext } from "../context/tool-execution-context.js";
import type { NoServices } from "../context/tool-services.js";
import { ToolArtifact } from "../result/tool-artifact.js";
import { ToolResult, type ToolSuccess } from "../result/tool-result.js";
import type { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { JsonSchemaObject } from "./json-schema.js";
import type { RiskLevel } from "./risk-level.js";
import type { ToolCategory } from "./tool-category.js";
import type { MaybePromise, NothingInjected, ToolContract, ToolTypes } from "./tool-contract.js";
import type { Tool, ToolReturn } from "./tool.js";

/** Base class of tools. Without private members: declaration files cannot contain private members of class expressions. */
export abstract class ToolBase<
  Input,
  Params,
  Data,
  Id extends string = string,
  Injected extends object = NothingInjected,
  Services extends object = NoServices,
> implements Tool<Input, Params, Data, Id, Injected, Services> {
  declare readonly "~types"?: ToolTypes<Input, Params, Data, Injected, Services>;

  abstract get contract(): ToolContract<Input, Params, Data, Id, Injected, Services>;

  abstract run(params: Params, context: ToolExecutionContext<Services>): MaybePromise<ToolReturn<Data>>;

  get id(): Id {
    return this.contract.id;
  }

  get name(): string {
    return this.contract.spec.name;
  }

  get description(): string {
    return this.contract.spec.description;
  }

  get category(): ToolCategory {
    return this.contract.spec.category;
  }

  get inputSchema(): JsonSchemaObject {
    return this.contract.spec.inputSchema;
  }

  get defaultRiskLevel(): RiskLevel {
    return this.contract.spec.risk;
  }

  get tags(): readonly string[] {
    return this.contract.spec.tags ?? [];
  }

  // The hooks of `ToolImplementation`.
  isAvailable?(): MaybePromise<boolean>;
  validate?(params: Params): MaybePromise<ToolValidationResult>;
  getExecutionSummary?(params: Params): string;
  getEffectiveRiskLevel?(params: Params): MaybePromise<RiskLevel>;

  /** A success with the path of a written file as data. */
  successWithFile(path: string, message: string, isNew = false): ToolSuccess<{ path: string }> {
    return ToolResult.succeededWithArtifacts([ToolArtifact.file(path, isNew)], { path }, message);
  }

  /** A success with the paths of written files as data. */
  successWithFiles(
    paths: Iterable<string>,
    message: string,
    areNew = false,
  ): ToolSuccess<{ files: string[] }> {
    const files = [...paths];
    const artifacts = files.map((path) => ToolArtifact.file(path, areNew));
    return ToolResult.succeededWithArtifacts(artifacts, { files }, message);
  }
}
