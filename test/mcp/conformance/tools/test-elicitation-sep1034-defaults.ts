import { testElicitationSep1034Defaults } from "../generated/tools/test-elicitation-sep1034-defaults.js";

export const tool = testElicitationSep1034Defaults.implement((params) => ({
  content: `The user approved ${JSON.stringify(params)}.`,
}));
