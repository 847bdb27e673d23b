import { diffJson } from "diff";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ApprovalDecision, ToolSpec } from "@toolkiln/runtime";
import type { Run } from "../protocol.js";
import { RiskBadge, TimeLeft } from "./controls.js";
import { ParamsForm } from "./form/params-form.js";
import { send } from "./server-calls.js";

type ApprovalDialogProps = Required<Pick<Run, "id" | "approvalRequest">> & { readonly spec: ToolSpec };

/** Opens the dialog; the returned cleanup closes it, which restores the focus. */
function openDialog(element: HTMLDialogElement | null): () => void {
  element?.showModal();
  return () => element?.close();
}

/** Asks for approval of a call, whose parameters can be edited. Closing the dialog denies the call. */
export function ApprovalDialog({ id, approvalRequest: request, spec }: ApprovalDialogProps): VNode {
  const [edited, setEdited] = useState(request.params);
  const changes = diffJson(request.params as object, edited as object);
  const isEdited = changes.some(({ added, removed }) => added || removed);
  const decide = (decision: ApprovalDecision): void => send("decide", id, decision);
  const deny = (): void => decide({ decision: "deny", reason: "Denied in the playground." });
  const approve = (): void =>
    decide(isEdited ? { decision: "edit", params: edited } : { decision: "approve" });
  return (
    <dialog ref={openDialog} aria-labelledby="approval-title" onCancel={deny}>
      <h2 id="approval-title">
        Approve this call? <RiskBadge risk={request.risk} />
      </h2>
      <p class="summary">{request.summary}</p>
      {request.warnings.map(({ message }) => (
        <p key={message} class="notice">
          {message}
        </p>
      ))}
      <div class="approval-params">
        <ParamsForm spec={spec} prefix="approval" errors={[]} value={edited} onChange={setEdited} />
      </div>
      {isEdited && (
        <pre class="code" aria-label="Your changes">
          {changes.map(({ added, removed, value }) =>
            added ? <ins>{value}</ins> : removed ? <del>{value}</del> : value,
          )}
        </pre>
      )}
      <div class="buttons">
        <button autofocus onClick={deny}>
          Deny <kbd>Esc</kbd>
        </button>
        <button class="primary" onClick={approve}>
          {isEdited ? "Approve with changes" : "Approve"}
        </button>
        <span class="soft deadline">
          expires in <TimeLeft until={request.expiresAt} />
        </span>
      </div>
    </dialog>
  );
}
