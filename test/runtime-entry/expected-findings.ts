import type { ProbeFindings } from "./probe.js";

/** What the probe finds wherever the runtime works. */
export const expectedFindings: ProbeFindings = {
  status: "completed",
  invalid: "invalid",
  context: 'Result: Success\nMessage: Read\nData: {"path":"a.txt","content":"héllo 😀","size":11}',
  contentType: "Text",
  payload: { path: "a.txt", content: "héllo 😀", size: 11 },
  view: "code",
  checked: [true, false],
  evaluates: false,
};
