import { diffJson } from "diff";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ApprovalDecision, ToolSpec } from "@toolkiln/runtime";
import type { Run } from "../protocol.js";
import { RiskBadge, TimeLeft } from "./controls.js";
import { ParamsForm } from "./form/params-form.js";
import { tell } from "./server-calls.js";

type ApprovalDialogProps = Required<Pick<Run, "id" | "question">> & { readonly spec: ToolSpec };

/** A dialog that is closed before it goes gives the focus back. */
function openDialog(element: HTMLDialogElement | null): () => void {
  element?.showModal();
  return () => element?.close();
}

/** Asks whether a call may run, as it is or with other parameters. Closing it denies. */
export function ApprovalDialog({ id, question, spec }: ApprovalDialogProps): VNode {
  const [edited, setEdited] = useState(question.params);
  const changes = diffJson(question.params as object, edited as object);
  const isEdited = changes.some(({ added, removed }) => added || removed);
  const decide = (decision: ApprovalDecision): void => tell("decide", id, decision);
  const deny = (): void => decide({ decision: "deny", reason: "Denied in the playground." });
  const approve = (): void =>
    decide(isEdited ? { decision: "edit", params: edited } : { decision: "approve" });
  return (
    <dialog ref={openDialog} aria-labelledby="approval-title" onCancel={deny}>
      <h2 id="approval-title">
        Approve this call? <RiskBadge risk={question.risk} />
      </h2>
      <p class="summary">{question.summary}</p>
      {question.warnings.map(({ message }) => (
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
          expires in <TimeLeft until={question.expiresAt} />
        </span>
      </div>
    </dialog>
  );
}
