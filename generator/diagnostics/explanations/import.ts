import type { Explanation } from "../explanations.js";

/** Explanations of the codes about imports; their examples are parts of the source. */
export const importExplanations: Readonly<Record<"TK8001" | "TK8002" | "TK8003" | "TK8004", Explanation>> = {
  TK8001: {
    why: "The source says something that the manifest cannot, such as a pattern that lint refuses. The tool accepts more than it did.",
    bad: 'pattern: "^(a+)+$"',
    good: 'pattern: "^a+$"',
  },
  TK8002: {
    why: "Nothing can be made of this part of the source that the generator would accept, so the import leaves it out.",
    bad: "parameters: { type: string }",
    good: "parameters: { type: object, properties: { value: { type: string } } }",
  },
  TK8003: {
    why: "An import never overwrites a file, because somebody may have changed it since it was written.",
    bad: "toolkiln import definitions tools.json   # a second time",
    good: "rm manifests/echo.tool.yaml && toolkiln import definitions tools.json",
  },
  TK8004: {
    why: "The source is not what the command imports, or offers no tool at all, so there is nothing to write.",
    bad: "toolkiln import openapi package.json",
    good: "toolkiln import openapi openapi.yaml",
  },
};
