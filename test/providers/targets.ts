import type { ToolSpec } from "@toolkiln/runtime";
import {
  aiSdk,
  anthropic,
  bedrock,
  gemini,
  jsonSchema,
  langchain,
  mcp,
  openai,
  openaiAgents,
  type Adaptation,
} from "@toolkiln/providers";

/** A way in which tools are sent: a provider with options. */
export interface Target {
  readonly title: string;
  /** Frameworks read draft-07. */
  readonly isFramework?: boolean;
  adapt(spec: ToolSpec): Adaptation;
}

/** Every provider in each of its forms. */
export const targets: readonly Target[] = [
  { title: "openai chat", adapt: (spec) => openai.adapt(spec) },
  { title: "openai chat strict", adapt: (spec) => openai.adapt(spec, { strict: true }) },
  {
    title: "openai responses strict",
    adapt: (spec) => openai.adapt(spec, { strict: true, api: "responses" }),
  },
  { title: "anthropic", adapt: (spec) => anthropic.adapt(spec) },
  { title: "anthropic strict", adapt: (spec) => anthropic.adapt(spec, { strict: true }) },
  { title: "gemini parameters", adapt: (spec) => gemini.adapt(spec, { schema: "parameters" }) },
  { title: "gemini parametersJsonSchema", adapt: (spec) => gemini.adapt(spec) },
  { title: "mcp", adapt: (spec) => mcp.adapt(spec) },
  { title: "bedrock", adapt: (spec) => bedrock.adapt(spec) },
  { isFramework: true, title: "ai-sdk", adapt: (spec) => aiSdk.adapt(spec) },
  { isFramework: true, title: "ai-sdk strict", adapt: (spec) => aiSdk.adapt(spec, { strict: true }) },
  { isFramework: true, title: "langchain", adapt: (spec) => langchain.adapt(spec) },
  {
    isFramework: true,
    title: "openai-agents strict",
    adapt: (spec) => openaiAgents.adapt(spec, { strict: true }),
  },
  { title: "json-schema 2020-12", adapt: (spec) => jsonSchema.adapt(spec) },
  { title: "json-schema draft-07", adapt: (spec) => jsonSchema.adapt(spec, { draft: "draft-07" }) },
];
