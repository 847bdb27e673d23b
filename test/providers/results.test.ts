import {
  toAnthropicResult,
  toBedrockResult,
  toGeminiResult,
  toOpenAIChatResult,
  toOpenAIResponsesResult,
  type ContentOptions,
} from "@toolkiln/providers";
import {
  ToolArtifact,
  ToolResult,
  ToolResultBuilder,
  type ContentPart,
  type MediaPart,
} from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";

const png = "iVBORw0KGgoAAAAN";
const image: ContentPart = { type: "image", data: png, mimeType: "image/png", name: "a.png" };
const pdf: ContentPart = { type: "file", data: "JVBERi0=", mimeType: "application/pdf", name: "a/b.pdf" };

function resultWith(...parts: ContentPart[]): ToolResult {
  return ToolResultBuilder.success()
    .withData({ ok: true })
    .withContent(...parts)
    .build();
}

const text = 'Result: Success\nMessage: Operation completed successfully\nData: {"ok":true}';

describe("a result with an image and a file", () => {
  const result = resultWith(image, pdf);

  it("is a list of parts for OpenAI's Responses", async () => {
    expect(await toOpenAIResponsesResult("c1", result)).toEqual({
      type: "function_call_output",
      call_id: "c1",
      output: [
        { type: "input_text", text },
        { type: "input_image", image_url: `data:image/png;base64,${png}`, detail: "auto" },
        { type: "input_file", filename: "a/b.pdf", file_data: "data:application/pdf;base64,JVBERi0=" },
      ],
    });
  });

  it("is text for OpenAI's Chat Completions, with a note for each omitted part", async () => {
    expect(await toOpenAIChatResult("c1", result)).toEqual({
      role: "tool",
      tool_call_id: "c1",
      content: `${text}
Not shown: image, a.png, image/png, 12 B. Results cannot contain images here.
Not shown: file, a/b.pdf, application/pdf, 5 B. Results cannot contain files here.`,
    });
  });

  it("is blocks for Anthropic", async () => {
    expect(await toAnthropicResult("c1", result)).toEqual({
      type: "tool_result",
      tool_use_id: "c1",
      content: [
        { type: "text", text },
        { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
        {
          type: "document",
          source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
          title: "a/b.pdf",
        },
      ],
    });
  });

  it("is a response with parts for Gemini", async () => {
    expect(await toGeminiResult({ id: "c1", name: "draw" }, result)).toEqual({
      functionResponse: {
        id: "c1",
        name: "draw",
        response: { output: text },
        parts: [
          { inlineData: { mimeType: "image/png", data: png } },
          { inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } },
        ],
      },
    });
    const old = await toGeminiResult({ name: "draw" }, result, { media: false });
    expect(old.functionResponse.parts).toBeUndefined();
    expect(JSON.stringify(old)).toContain("Not shown: image, a.png");
  });

  it("is blocks with bytes for Bedrock", async () => {
    const { content } = (await toBedrockResult("c1", result)).toolResult;
    expect(content).toEqual([
      { text },
      { image: { format: "png", source: { bytes: new Uint8Array(Buffer.from(png, "base64")) } } },
      {
        document: {
          format: "pdf",
          name: "a b pdf",
          source: { bytes: new Uint8Array(Buffer.from("JVBERi0=", "base64")) },
        },
      },
    ]);
  });
});

it("marks errors if the provider has a field for them", async () => {
  const failed = ToolResult.failed("no such issue", "IssueNotFound");
  expect((await toAnthropicResult("c1", failed)).is_error).toBe(true);
  expect((await toBedrockResult("c1", failed)).toolResult.status).toBe("error");
  expect((await toGeminiResult({ name: "x" }, failed)).functionResponse.response).toEqual({
    error: expect.stringContaining("IssueNotFound") as string,
  });
});

describe("a part that a provider does not support", () => {
  const svg: MediaPart = { type: "image", data: "PHN2Zy8+", mimeType: "image/svg+xml", name: "a.svg" };
  const show = async (part: ContentPart, options?: ContentOptions): Promise<unknown> =>
    (await toAnthropicResult("c1", resultWith(part), options)).content[1];

  it("is replaced by a note with the supported types", async () => {
    expect(await show(svg)).toEqual({
      type: "text",
      text: "Not shown: image, a.svg, image/svg+xml, 6 B. Supported types: image/png, image/jpeg, image/gif, image/webp.",
    });
  });

  it("is replaced by a note with the size limit, which can be set", async () => {
    expect(await show(image, { limits: { imageBytes: 10 } })).toEqual({
      type: "text",
      text: "Not shown: image, a.png, image/png, 12 B. The largest size is 10 B.",
    });
  });

  it.each(["text/plain", "application/pdf"])(
    "is replaced by a note if a file of type %s is not base64",
    async (mimeType) => {
      const part: MediaPart = { type: "file", data: "hello!", mimeType, name: "raw" };
      const text = `Not shown: file, raw, ${mimeType}, 4 B. Its data is not base64.`;
      expect(await show(part)).toEqual({ type: "text", text });
    },
  );

  it("is shown if the application can convert it to a supported type and size", async () => {
    const scaled = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
    const scaleImage = (part: MediaPart, { types }: { types: readonly string[] }): MediaPart | undefined =>
      part.mimeType === "image/svg+xml" && types.includes("image/png") ? scaled : undefined;
    expect(await show(svg, { scaleImage })).toMatchObject({ type: "image", source: { data: "AAAA" } });
    expect(await show(image, { scaleImage, limits: { imageBytes: 2 } })).toMatchObject({ type: "text" });
    const broken = (): never => {
      throw new Error("no memory");
    };
    expect(await show(svg, { scaleImage: broken })).toMatchObject({ type: "text" });
  });

  it("is replaced by a note when it is audio or a link", async () => {
    expect(await show({ type: "audio", data: "AAAA", mimeType: "audio/wav" })).toEqual({
      type: "text",
      text: "Not shown: audio, audio/wav, 3 B. Results cannot contain audio here.",
    });
    const link: ContentPart = { type: "resource_link", uri: "https://example.com/log", name: "log" };
    expect(await show(link)).toEqual({ type: "text", text: "resource_link, log, https://example.com/log" });
  });
});

it("shows artifacts of an image type that the application can read", async () => {
  const result = ToolResult.succeededWithArtifacts([
    ToolArtifact.file("chart.png", true),
    ToolArtifact.file("notes.txt", true),
    ToolArtifact.file("lost.png", true),
  ]);
  const read: string[] = [];
  const { content } = await toAnthropicResult("c1", result, {
    readArtifact({ path }) {
      read.push(path);
      if (path === "lost.png") throw new Error("gone");
      return new Uint8Array(Buffer.from(png, "base64"));
    },
  });
  expect(read).toEqual(["chart.png", "lost.png"]);
  expect(content.slice(1)).toEqual([
    { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
  ]);
});
