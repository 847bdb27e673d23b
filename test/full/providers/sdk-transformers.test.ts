import { transformJSONSchema } from "@anthropic-ai/sdk/lib/transform-json-schema";
import { GoogleGenAI } from "@google/genai";
import { anthropic, gemini, openai } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import { toStrictJsonSchema } from "openai/lib/transform";
import { describe, expect, it } from "vitest";
import { allTools } from "../../providers/case-tools.js";

/** The parameter schemas as JSON, which is what goes over the wire. */
function asJson(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}

function strictOf(
  adapt: (spec: ToolSpec) => { strict: boolean; schema: object },
): [string, Record<string, unknown>][] {
  return allTools.flatMap((spec) => {
    const { strict, schema } = adapt(spec);
    return strict ? [[spec.id, asJson(schema)]] : [];
  });
}

describe("the SDKs' own transformers leave our strict schemas as they are", () => {
  it("openai", () => {
    const schemas = strictOf((spec) => openai.adapt(spec, { strict: true }));
    // Schemas that contain themselves are sent without strict mode.
    const others = allTools.filter((spec) =>
      openai.adapt(spec, { strict: true }).fallback.every(({ keyword }) => keyword !== "$ref"),
    );
    expect(schemas.length).toBeGreaterThan(others.length * 0.8);
    for (const [id, schema] of schemas) {
      expect({ id, schema: toStrictJsonSchema(schema) }).toEqual({ id, schema });
    }
  });

  it("anthropic", () => {
    const schemas = strictOf((spec) => anthropic.adapt(spec, { strict: true }));
    expect(schemas.length).toBeGreaterThan(allTools.length * 0.8);
    for (const [id, schema] of schemas) {
      expect({ id, schema: transformJSONSchema(schema) }).toEqual({ id, schema });
    }
  });

  it("gemini", async () => {
    for (const form of ["parameters", "parametersJsonSchema"] as const) {
      const functionDeclarations = allTools.map((spec) => gemini.adapt(spec, { schema: form }).definition);
      const before = asJson({ functionDeclarations });
      expect(await sentToGemini(functionDeclarations)).toEqual([before]);
    }
  });
});

/** What the Gemini SDK puts into the body of a request. */
async function sentToGemini(
  functionDeclarations: ReturnType<typeof gemini.adapt>["definition"][],
): Promise<unknown> {
  let body: unknown;
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const text = typeof init?.body === "string" ? init.body : await new Request(input, init).text();
    body = JSON.parse(text);
    return Response.json({ candidates: [] });
  };
  try {
    const client = new GoogleGenAI({ apiKey: "none" });
    await client.models.generateContent({
      model: "any",
      contents: "hi",
      config: { tools: [{ functionDeclarations }] },
    });
  } finally {
    globalThis.fetch = original;
  }
  return (body as { tools: unknown }).tools;
}
