import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { tokenCounterFor } from "@toolkiln/providers";
import { repositoryRoot } from "../../support/repository.js";

it("counts OpenAI's tokens exactly if the tokenizer is installed", async () => {
  // The package resolves the tokenizer from its own folder, so copy the package to where the tokenizer is installed.
  const folder = mkdtempSync(join(repositoryRoot, "test/full/node_modules/.providers-"));
  try {
    cpSync(join(repositoryRoot, "packages/providers/dist/cost"), folder, { recursive: true });
    const module = (await import(/* @vite-ignore */ join(folder, "count-tokens.js"))) as {
      tokenCounterFor: typeof tokenCounterFor;
    };
    const counter = await module.tokenCounterFor("openai");
    expect(counter).toMatchObject({ exact: true });
    expect(counter.count("hello world")).toBe(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
