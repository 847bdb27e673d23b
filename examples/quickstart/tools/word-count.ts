import { wordCount } from "../generated/tools/word-count.js";

export const tool = wordCount.implement(async ({ text, unique }) => {
  const words = text.split(/\s+/).filter((word) => word !== "");
  return { words: unique ? new Set(words).size : words.length };
});
