import { testElicitation } from "../generated/tools/test-elicitation.js";

export const tool = testElicitation.implement((params) => ({
  content: `The user approved ${JSON.stringify(params)}.`,
}));
