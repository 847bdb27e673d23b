import { testSimpleText } from "../generated/tools/test-simple-text.js";

export const tool = testSimpleText.implement(() => ({
  content: "This is a simple text response for testing.",
}));
