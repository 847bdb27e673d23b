import { testElicitationSep1330Enums } from "../generated/tools/test-elicitation-sep1330-enums.js";

export const tool = testElicitationSep1330Enums.implement((params) => ({
  content: `The user approved ${JSON.stringify(params)}.`,
}));
