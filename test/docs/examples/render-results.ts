import { element, renderHtml, renderPage } from "@toolkiln/render/html";
import { detectTerminal, renderTerminal } from "@toolkiln/render/terminal";
import { ToolResultBuilder } from "@toolkiln/runtime";

const result = ToolResultBuilder.create().withData({ branch: "main" }).withKind("git.status").build();

console.log(renderTerminal(result, detectTerminal(process.stdout, process.env))); // → …
const page = renderPage(result, { title: "Status" }); // a whole document
console.log(page.includes("<title>Status</title>")); // → true

// A renderer for a kind of your own returns lines of styled text, or elements:
const branchOf = (data: unknown): string => (data as { branch: string }).branch;
const inTerminal = renderTerminal(result, {
  renderers: { "git.status": ({ data }) => [[{ text: "on ", style: "muted" }, { text: branchOf(data) }]] },
});
console.log(inTerminal); // → …on main…
const inPage = renderHtml(result, {
  renderers: { "git.status": ({ data }) => element("p", {}, "on ", element("strong", {}, branchOf(data))) },
});
console.log(inPage.includes("<p>on <strong>main</strong></p>")); // → true
