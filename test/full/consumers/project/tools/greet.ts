import { greet } from "../generated/tools/greet.js";

export const tool = greet.implement(({ name, times }) => ({
  content: `Hello ${name}! `.repeat(times).trim(),
}));
