import { createInterface } from "node:readline/promises";
import {
  compareRisk,
  type ApprovalDecision,
  type ApprovalRequest,
  type Approver,
  type RiskLevel,
} from "@toolkiln/runtime";
import { tell } from "./output.js";

/** How approval is given on the command line. */
export interface ApprovalOptions {
  /** Approve without asking, up to this risk. */
  readonly approveUpTo: RiskLevel | undefined;
  readonly interactive: boolean;
}

/** Approves by flag, by asking in the terminal, or not at all. */
export function commandLineApprover({ approveUpTo, interactive }: ApprovalOptions): Approver {
  return async (request, { signal }) => {
    if (approveUpTo !== undefined && compareRisk(request.risk, approveUpTo) <= 0)
      return { decision: "approve" };
    if (interactive) return ask(request, signal);
    return {
      decision: "deny",
      reason: `${request.risk} risk needs approval: pass --approve --max-risk ${request.risk}.`,
    };
  };
}

async function ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalDecision> {
  tell(`${request.toolId}   ${request.toolName}   ${request.risk} risk`);
  tell(request.summary);
  for (const warning of request.warnings) tell(`⚠ ${warning.message}`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question("Approve? [y] yes  [n] no › ", { signal });
    return answer.trim().toLowerCase() === "y" ? { decision: "approve" } : { decision: "deny" };
  } finally {
    terminal.close();
  }
}
