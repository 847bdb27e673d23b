import { testInputRequiredResultElicitation } from "../generated/tools/test-input-required-result-elicitation.js";

export const tool = testInputRequiredResultElicitation.implement(({ name = "nobody" }) => ({
  content: `Hello, ${name}!`,
}));
