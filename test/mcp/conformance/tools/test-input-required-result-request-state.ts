import { testInputRequiredResultRequestState } from "../generated/tools/test-input-required-result-request-state.js";

export const tool = testInputRequiredResultRequestState.implement((params) => ({
  content: `The user approved ${JSON.stringify(params)}.`,
}));
