import { ToolResultBuilder } from "@toolkiln/runtime";
import { testAudioContent } from "../generated/tools/test-audio-content.js";
import { silence } from "./media.js";

export const tool = testAudioContent.implement(() =>
  ToolResultBuilder.success()
    .withData({ content: "A recording" })
    .withContent({ type: "audio", data: silence, mimeType: "audio/wav" })
    .build(),
);
