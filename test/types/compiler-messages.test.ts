import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ScratchProject } from "../generator/support/scratch-project.js";

const prelude = `import { ToolResult, ToolResultBuilder } from "@toolkiln/runtime";
import { issueCreate } from "./contract.js";
`;

const contract = `import type { ToolContract } from "@toolkiln/runtime/codegen/v1";
export interface Issue {
  id: number;
  title: string;
  state: "open" | "closed";
  labels: { name: string; color?: string }[];
}
export declare const issueCreate: ToolContract<{ title: string }, { title: string }, Issue, "issue-create">;
`;

/** Wrong implementations, and the compiler's message for each. */
const mistakes: Readonly<Record<string, readonly [implementation: string, message: string]>> = {
  "a missing property": [
    `async ({ title }) => ({ id: 1, title, labels: [] })`,
    `Argument of type '({ title }: { title: string; }) => Promise<{ id: number; title: string; labels: never[]; }>' is not assignable to parameter of type '"Property 'state' is missing in the returned data."'.`,
  ],
  "a property of the wrong type": [
    `async ({ title }) => ({ id: "1", title, state: "open", labels: [] })`,
    `Argument of type '({ title }: { title: string; }) => Promise<{ id: string; title: string; state: "open"; labels: never[]; }>' is not assignable to parameter of type '"Property 'id' of the returned data must be a number."'.`,
  ],
  "items of the wrong type": [
    `async ({ title }) => ({ id: 1, title, state: "open", labels: [title] })`,
    `Argument of type '({ title }: { title: string; }) => Promise<{ id: number; title: string; state: "open"; labels: string[]; }>' is not assignable to parameter of type '"Property 'labels[]' of the returned data must be an object."'.`,
  ],
  "an excess property at some level": [
    `async ({ title }) => ({ id: 1, title, state: "open", labels: [{ name: title, colour: "red" }] })`,
    `Argument of type '({ title }: { title: string; }) => Promise<{ id: number; title: string; state: "open"; labels: { name: string; colour: string; }[]; }>' is not assignable to parameter of type '"Property 'labels[].colour' does not exist in the tool's data."'.`,
  ],
  "a result with the wrong data": [
    `async ({ title }) => ToolResult.succeeded({ id: 1, title, state: "opened", labels: [] })`,
    `Argument of type '({ title }: { title: string; }) => Promise<ToolSuccess<{ id: number; title: string; state: "opened"; labels: never[]; }>>' is not assignable to parameter of type '"Property 'state' of the returned data must be one of the allowed strings."'.`,
  ],
  "no data at all": [
    `async ({ title }) => { title.trim(); }`,
    `Argument of type '({ title }: { title: string; }) => Promise<void>' is not assignable to parameter of type '"The implementation returns nothing, but its contract promises data."'.`,
  ],
  "two wrong properties of an object with run": [
    `{ run: ({ title }) => ({ id: title, title: 1, state: "open", labels: [] }) }`,
    `Argument of type '{ run: ({ title }: { title: string; }) => { id: string; title: number; state: "open"; labels: never[]; }; }' is not assignable to parameter of type '"Property 'id' of the returned data must be a number." | "Property 'title' of the returned data must be a string."'.`,
  ],
  "a value with its kind and the wrong data": [
    `({ title }) => ({ kind: "structured", summary: title, data: { id: 1, title, labels: [] } })`,
    `Argument of type '({ title }: { title: string; }) => { kind: string; summary: string; data: { id: number; title: string; labels: never[]; }; }' is not assignable to parameter of type '"Property 'state' is missing in the returned data."'.`,
  ],
  "a builder with an excess property": [
    `() => ToolResultBuilder.success().withData({ id: 1, title: "", state: "open", labels: [], owner: "me" }).build()`,
    `Argument of type '() => ToolResult<{ id: 1; title: ""; state: "open"; labels: []; owner: "me"; }>' is not assignable to parameter of type '"Property 'owner' does not exist in the tool's data."'.`,
  ],
};

describe("an implementation that returns the wrong data", () => {
  const project = new ScratchProject();
  afterAll(() => project.remove());
  let printed: string[] = [];

  beforeAll(() => {
    project.write("contract.ts", contract);
    for (const [index, [implementation]] of Object.values(mistakes).entries()) {
      project.write(
        `mistake-${index}.ts`,
        `${prelude}export const tool = issueCreate.implement(${implementation});\nvoid [ToolResult, ToolResultBuilder];`,
      );
    }
    const flags = { target: "es2022", module: "nodenext", lib: ["es2022"], types: [], strict: true };
    printed = project
      .print({ ...flags, skipLibCheck: true }, ["*.ts"])
      .trimEnd()
      .split("\n");
  });

  it.each(Object.keys(mistakes).map((title, index) => [title, index] as const))(
    "gets a one-line error for %s",
    (title, index) => {
      const at = `mistake-${index}.ts(3,43): error TS2345: `;
      expect(printed[index]).toBe(at + mistakes[title]?.[1]);
    },
  );

  it("gets no other error", () => {
    expect(printed).toHaveLength(Object.keys(mistakes).length);
  });
});
