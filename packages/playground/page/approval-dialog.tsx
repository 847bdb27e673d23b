import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ToolSpec } from "@toolkiln/runtime";
import type { Decision, Question } from "../protocol.js";
import { RiskBadge } from "./catalogue.js";
import { ParamsForm } from "./form/params-form.js";
import { changedFields } from "./form/pointer.js";
import { duration, useNow } from "./run-controls.js";

interface ApprovalDialogProps {
  readonly question: Question;
  readonly spec: ToolSpec;
  readonly onDecide: (decision: Decision) => void;
}

/** Asks whether a call may run, as it is or with other parameters. Closing it denies. */
export function ApprovalDialog({ question, spec, onDecide }: ApprovalDialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [edited, setEdited] = useState(question.params);
  const now = useNow(true);
  const changes = changedFields(question.params, edited);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it goes, it gives the focus back.
    return () => element?.close();
  }, []);
  const deny = (): void => onDecide({ decision: "deny", reason: "Denied in the playground." });
  const approve = (): void =>
    onDecide(changes.length > 0 ? { decision: "edit", params: edited } : { decision: "approve" });
  return (
    <dialog ref={dialog} aria-labelledby="approval-title" onCancel={deny}>
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
        <ParamsForm spec={spec} prefix="approval" errors={new Map()} value={edited} onChange={setEdited} />
      </div>
      {changes.length > 0 && (
        <dl class="changes" aria-label="Changed by you">
          {changes.map(({ pointer, before, after }) => (
            <div key={pointer}>
              <dt>{pointer}</dt>
              <dd>
                <del>{JSON.stringify(before) ?? "not set"}</del> →{" "}
                <ins>{JSON.stringify(after) ?? "not set"}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div class="buttons">
        <button type="button" autofocus onClick={deny}>
          Deny <kbd>Esc</kbd>
        </button>
        <button type="button" class="primary" onClick={approve}>
          {changes.length > 0 ? "Approve with changes" : "Approve"}
        </button>
        <span class="soft deadline">expires in {duration(Math.max(0, question.expiresAt - now))}</span>
      </div>
    </dialog>
  );
}
