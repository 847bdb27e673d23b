import { testHeaderParameter } from "../generated/tools/test-header-parameter.js";

export const tool = testHeaderParameter.implement(({ region = "default" }) => ({
  content: `Region: ${region}`,
}));
