import type { ToolExecution } from "../tool-execution.js";
import type { ApprovalRequest } from "./approval.js";

/** The outcome of preparing a call. */
export type Preparation<Data = unknown> =
  | {
      /** The call may run without asking. */
      readonly status: "ready";
      /** Runs exactly what was prepared. */
      run(): Promise<ToolExecution<Data>>;
    }
  | {
      /** Somebody has to decide; `resume` the token with the decision. */
      readonly status: "approvalRequired";
      readonly request: ApprovalRequest;
      readonly token: string;
      readonly expiresAt: Date;
    }
  | {
      /** The call cannot run: it is invalid, forbidden, unknown or unavailable. */
      readonly status: "refused";
      readonly execution: ToolExecution<Data>;
    };
