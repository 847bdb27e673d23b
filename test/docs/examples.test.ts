import { analyze, defaultConfig, formatDiagnostic, memoryHost } from "@toolkiln/generator";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { codeBlocks, type CodeBlock } from "./code-blocks.js";

describe("the documentation's YAML", () => {
  // The manifests of the tutorial refer to each other; its own test runs them together.
  const blocks = codeBlocks("yaml", "yml").filter(({ page }) => page !== "docs/tutorial.md");

  it("is found", () => {
    expect(blocks.length).toBeGreaterThan(4);
  });

  it.each(blocks.map((block): [string, CodeBlock] => [`${block.page}:${block.line}`, block]))(
    "passes lint: %s",
    async (_, block) => {
      const text = asManifest(block);
      const { id } = parse(text) as { id: string };
      const file = `manifests/${id}.tool.yaml`;
      const { diagnostics } = await analyze(memoryHost(new Map([[file, text]])), defaultConfig);
      expect(diagnostics.map((found) => formatDiagnostic(found, () => text)).join("\n")).toBe("");
    },
  );
});

/** Completes an example that shows only some keys or some parameters of a manifest. */
function asManifest({ code, page, line }: CodeBlock): string {
  const shown = parse(code) as Readonly<Record<string, unknown>>;
  if ("id" in shown) return code;
  const surroundings = [
    "id: example",
    "description: A tool that an example of the documentation is a part of.",
    "category: custom",
    "risk: safe",
    "schema:\n  properties: { path: { type: string, description: A file of the workspace. } }",
    "result: file_content",
  ];
  const keys = surroundings.map((entry) => entry.slice(0, entry.indexOf(":")));
  if (
    Object.keys(shown).some(
      (key) => keys.includes(key) || ["concurrency", "rules", "tests", "uses"].includes(key),
    )
  )
    return [...surroundings.filter((_, index) => !((keys[index] ?? "") in shown)), code, ""].join("\n");
  const isSchema = (value: unknown): boolean =>
    typeof value === "object" && value !== null && "type" in value;
  if (!Object.values(shown).every(isSchema))
    throw new Error(
      `${page}:${line} is neither a manifest, nor keys of one, nor parameters: handle it in asManifest.`,
    );
  const properties = code.replaceAll(/^/gm, "    ");
  const others = surroundings.filter((entry) => !entry.startsWith("schema:"));
  return [...others, "schema:\n  properties:", properties, ""].join("\n");
}
