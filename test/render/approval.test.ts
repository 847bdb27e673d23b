import { renderApproval as renderHtmlApproval } from "@toolkiln/render/html";
import { renderApproval } from "@toolkiln/render/terminal";
import { describe, expect, it } from "vitest";

const request = {
  toolName: "Delete File",
  summary: "Delete 'a.txt'",
  risk: "high",
  warnings: [
    { parameterName: "path", message: "The file may hold credentials.", warningCode: "sensitive_file" },
  ],
  params: { path: "a.txt", token: "[redacted]" },
  editable: ["path"],
} as const;

describe("a request for approval", () => {
  it("shows in a terminal: summary, risk, warnings, parameters, and which of them may be edited", () => {
    expect(renderApproval(request, { width: 60 })).toMatchInlineSnapshot(`
      "Delete 'a.txt' (high risk)
      Delete File

      path   a.txt
      token  [redacted]

      ⚠ The file may hold credentials. (sensitive_file)
      Next: approve, deny, or edit path"
    `);
  });

  it("shows the same in a page, without active content", () => {
    const html = renderHtmlApproval(request);
    for (const text of [
      "Delete &#39;a.txt&#39;",
      "high risk",
      "credentials",
      "a.txt",
      "[redacted]",
      "edit path",
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toMatch(/<(?:button|form|script|input)/);
  });

  it("does not let text from the model control the terminal or the page", () => {
    const hostile = {
      ...request,
      summary: "\u001B[2Jrm\n<script>",
      params: { path: "\u202E<img onerror=x>" },
    };
    expect(renderApproval(hostile)).not.toMatch(/\p{Cc}(?<!\n)|\u202E/u);
    expect(renderHtmlApproval(hostile)).not.toMatch(/<script|<img|\u202E/);
  });
});
