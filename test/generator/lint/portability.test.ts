import { analyze, memoryHost, type Diagnostic } from "@toolkiln/generator";
import { defaultConfig, type GeneratorConfig } from "@toolkiln/generator/config";
import { describe, expect, it } from "vitest";

function manifest(
  id: string,
  properties: readonly string[] = ["a: { type: string, description: Some text. }"],
  more = "",
): string {
  return [
    `id: ${id}`,
    "description: Do something that is described well enough for a test.",
    "category: custom",
    "risk: safe",
    "schema:",
    "  properties:",
    ...properties.map((line) => `    ${line}`),
    "result: text",
    "hints: { readOnly: true, openWorld: false }",
    more,
  ].join("\n");
}

async function diagnosticsOf(
  manifests: readonly string[],
  config: Partial<GeneratorConfig>,
): Promise<readonly Diagnostic[]> {
  const files = manifests.map(
    (text) => [`manifests/${text.slice(4, text.indexOf("\n"))}.tool.yaml`, text] as const,
  );
  const { diagnostics } = await analyze(memoryHost(new Map(files)), { ...defaultConfig, ...config });
  return diagnostics.filter(({ code }) => code.startsWith("TK5"));
}

const codes = (found: readonly Diagnostic[]): string[] => found.map(({ code }) => code);

describe("portability", () => {
  it("reports nothing for a project without targets", async () => {
    expect(
      await diagnosticsOf(
        [manifest("one", ["$a: { type: [string, 'null'], minLength: 3, description: A. }"])],
        {},
      ),
    ).toEqual([]);
  });

  it("reports which part of a schema prevents strict mode", async () => {
    const text = manifest("one", ["a: { type: [string, 'null'], description: Some text. }"]);
    const found = await diagnosticsOf([text], { targets: [{ provider: "openai", strict: true }] });
    expect(codes(found)).toEqual(["TK5005"]);
    expect(found[0]).toMatchObject({
      file: "manifests/one.tool.yaml",
      range: { start: { line: 7, column: 5 } },
    });
  });

  it("reports once per constraint which targets get it in the description", async () => {
    const text = manifest("one", ["a: { type: string, minLength: 3, description: Some text. }"]);
    const targets = [{ provider: "anthropic", strict: true } as const, "gemini" as const, "mcp" as const];
    const found = await diagnosticsOf([text], { targets });
    expect(codes(found)).toEqual(["TK5006"]);
    expect(found[0]?.message).toBe(
      '`minLength` has no effect for anthropic (strict), gemini, so "minLength: 3" is added to the description.',
    );
    expect(found[0]?.range.start).toEqual({ line: 7, column: 24 });
  });

  it("reports names that a target rejects, including a client's prefix", async () => {
    const id = "a-tool-with-quite-a-long-name-that-is-still-legal";
    const found = await diagnosticsOf([manifest(id)], {
      targets: [{ provider: "openai", prefix: "mcp__some_server__" }],
    });
    expect(codes(found)).toEqual(["TK5001"]);
    expect(found[0]?.message).toContain("does not accept the name `mcp__some_server__a-tool-with");
  });

  it("reports parameter names that a target rejects", async () => {
    const found = await diagnosticsOf([manifest("one", ["$a: { type: string, description: Some text. }"])], {
      targets: ["gemini"],
    });
    expect(codes(found)).toEqual(["TK5002"]);
    expect(found[0]?.help).toMatch(/; `x-renamed-from` keeps the old one working\.$/);
  });

  it("does not suggest `x-renamed-from` for a nested property, where it is not allowed", async () => {
    const nested = "{ type: object, description: A., properties: { $b: { type: string, description: B. } } }";
    const found = await diagnosticsOf([manifest("one", [`a: ${nested}`])], { targets: ["gemini"] });
    expect(codes(found)).toEqual(["TK5002"]);
    expect(found[0]?.help).not.toContain("x-renamed-from");
  });

  it("reports two tools with one name as one error for all targets", async () => {
    const override = "{ wireName: one }";
    const other = manifest("other", undefined, `targets: { openai: ${override}, gemini: ${override} }`);
    const found = await diagnosticsOf([manifest("one"), other], { targets: ["openai", "gemini", "mcp"] });
    expect(codes(found)).toEqual(["TK5003"]);
    expect(found[0]).toMatchObject({
      severity: "error",
      message: "`one` and `other` would have the same name for openai, gemini.",
    });
  });

  it("reports a description that is too long for a target, unless the target has its own", async () => {
    const long = manifest("one").replace("Do something", `Do something ${"very ".repeat(250)}`);
    expect(codes(await diagnosticsOf([long], { targets: ["openai"] }))).toEqual(["TK5004"]);
    const own = `${long}targets: { openai: { description: Do something. } }`;
    expect(await diagnosticsOf([own], { targets: ["openai"] })).toEqual([]);
  });

  it("reports toolsets that are too large", async () => {
    const many = Array.from({ length: 129 }, (_, index) => manifest(`tool-${index}`));
    expect(codes(await diagnosticsOf(many, { targets: ["openai"] }))).toEqual(["TK5007"]);
    expect(await diagnosticsOf(many, { targets: [{ provider: "openai", limits: { tools: 200 } }] })).toEqual(
      [],
    );
  });

  it("reports the tools beyond Anthropic's limit of strict tools", async () => {
    const targets = [{ provider: "anthropic", strict: true } as const];
    const tools = Array.from({ length: 22 }, (_, index) => manifest(`tool-${index}`));
    expect(codes(await diagnosticsOf(tools, { targets }))).toEqual(["TK5008", "TK5008"]);
    const wide = manifest(
      "wide",
      Array.from({ length: 25 }, (_, index) => `p${index}: { type: string, description: P. }`),
    );
    expect(codes(await diagnosticsOf([wide], { targets }))).toEqual(["TK5008"]);
  });

  it("reports definitions beyond the token budget", async () => {
    expect(codes(await diagnosticsOf([manifest("one")], { budget: { tool: 10 } }))).toEqual(["TK5009"]);
    expect(codes(await diagnosticsOf([manifest("one"), manifest("two")], { budget: { total: 60 } }))).toEqual(
      ["TK5009"],
    );
    expect(await diagnosticsOf([manifest("one")], { budget: { tool: 500, total: 500 } })).toEqual([]);
  });
});
