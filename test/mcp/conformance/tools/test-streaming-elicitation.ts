import { testStreamingElicitation } from "../generated/tools/test-streaming-elicitation.js";

export const tool = testStreamingElicitation.implement(() => ({ content: "The user approved." }));
