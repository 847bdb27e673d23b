import { expect, it } from "vitest";
import { diagnosticsOf } from "../support/manifests.js";

async function messagesOf(properties: Record<string, object>): Promise<string[]> {
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    { type: "string", description: "A text.", ...property },
  ]);
  const diagnostics = await diagnosticsOf(
    `schema: ${JSON.stringify({ properties: Object.fromEntries(described) })}`,
  );
  return diagnostics.filter(({ code }) => code === "TK4007").map(({ message }) => message);
}

it("accepts several old names of one parameter", async () => {
  expect(await messagesOf({ path: { "x-renamed-from": ["file", "name"] }, text: {} })).toEqual([]);
});

it("rejects an old name that is also a parameter, or an old name of another parameter", async () => {
  expect(await messagesOf({ path: { "x-renamed-from": "text" }, text: {} })).toEqual([
    "The old name `text` belongs to the parameter `text`.",
  ]);
  expect(await messagesOf({ a: { "x-renamed-from": "old" }, b: { "x-renamed-from": ["old"] } })).toEqual([
    "The old name `old` belongs to the parameter `a`.",
  ]);
});
