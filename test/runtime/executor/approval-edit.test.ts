import {
  defineTool,
  ToolExecutor,
  ToolRegistry,
  type ApprovalRequest,
  type Approver,
} from "@toolkiln/runtime";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeExecutor, makeTool } from "./fixtures.js";

/** Appends `!` each time a value passes the schema. */
const counted = z.string().transform((text) => `${text}!`);

const schema = z.object({
  a: counted,
  b: counted.optional(),
  nested: z.object({ c: counted, d: z.number().default(5) }),
  list: z.array(z.object({ e: counted, f: z.string() })),
  when: z.string().transform((text) => new Date(text)),
  names: z.record(z.string(), counted).transform((record) => new Map(Object.entries(record))),
  parts: z
    .string()
    .transform((text) => text.split(","))
    .optional(),
});

type Params = z.output<typeof schema>;

const sent = {
  a: "a",
  nested: { c: "c" },
  list: [
    { e: "one", f: "1" },
    { e: "two", f: "2" },
  ],
  when: "2020-01-01T00:00:00.000Z",
  names: { ann: "x" },
  parts: "p,q",
};

const received = schema.parse(sent);

/** Runs a call with an approver's edit; returns the parameters that the tool receives. */
async function runEdited(edit: (shown: Params) => unknown, input: z.input<typeof schema> = sent) {
  const ran: Params[] = [];
  const tool = defineTool({ id: "t", risk: "high", input: schema, inputSchema: { type: "object" }, run: (params) => void ran.push(params) }); // prettier-ignore
  const registry = new ToolRegistry();
  registry.registerTool(tool);
  const approve: Approver = ({ params }) => ({ decision: "edit", params: edit(params as Params) });
  const asked = await new ToolExecutor(registry, { approve }).execute("t", input);
  const executor = new ToolExecutor(registry);
  const prepared = await executor.prepare("t", input);
  if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
  const decision = { decision: "edit", params: edit(prepared.request.params as Params) } as const;
  const resumed = await executor.resume(prepared.token, decision);
  expect(resumed.status).toBe(asked.status);
  expect(ran[1]).toEqual(ran[0]);
  return { status: asked.status, params: ran[0] };
}

describe("an approver's edit of values that the schema transforms", () => {
  it.each<[string, (shown: Params) => unknown, object]>([
    ["nothing", (shown) => shown, {}],
    ["nothing, sent as JSON", (shown) => JSON.parse(JSON.stringify({ ...shown, names: [...shown.names] })), {}],
    ["a value", (shown) => ({ ...shown, a: "new" }), { a: "new!" }],
    ["a value that was absent", (shown) => ({ ...shown, b: "new" }), { b: "new!" }],
    ["a value by leaving it out", ({ parts: _parts, ...shown }) => shown, { parts: undefined }],
    ["a nested value beside one that is transformed", (shown) => ({ ...shown, nested: { ...shown.nested, d: 6 } }), { nested: { c: "c!", d: 6 } }],
    ["an item", (shown) => ({ ...shown, list: [shown.list[0], { ...shown.list[1], f: "3" }] }), { list: [{ e: "one!", f: "1" }, { e: "two!", f: "3" }] }],
    ["the order of a list", (shown) => ({ ...shown, list: shown.list.toReversed() }), { list: [{ e: "two!", f: "2" }, { e: "one!", f: "1" }] }],
    ["a list by leaving out an item", (shown) => ({ ...shown, list: shown.list.slice(1) }), { list: [{ e: "two!", f: "2" }] }],
    ["a value of another type than the one shown", (shown) => ({ ...shown, parts: "r" }), { parts: ["r"] }],
    ["a map, as it is sent", (shown) => ({ ...shown, names: { bob: "y" } }), { names: new Map([["bob", "y!"]]) }],
  ])("may change %s; each value passes the schema once", async (_, edit, changed) => {
    const { status, params } = await runEdited(edit);
    expect(status).toBe("completed");
    expect(params).toEqual(Object.fromEntries(Object.entries({ ...received, ...changed }).filter(([, value]) => value !== undefined)));
  }); // prettier-ignore

  it.each<[string, (shown: Params) => unknown]>([
    ["a transformed value that was changed in its new form", (shown) => ({ ...shown, parts: ["p", "r"] })],
    ["a map that was changed in place", (shown) => ({ ...shown, names: new Map([["bob", "y"]]) })],
    ["an object that contains itself", (shown) => Object.assign(shown, { nested: shown })],
    ["a value that is not an object", () => "x"],
  ])("makes the call invalid with %s", async (_, edit) => {
    expect((await runEdited(edit)).status).toBe("invalid");
  });

  it("never passes a value through the schema twice", async () => {
    const text = fc.stringMatching(/^[a-z]{0,3}$/);
    const input = fc.record({
      a: text,
      nested: fc.record({ c: text }),
      when: fc.constant(sent.when),
      list: fc.array(fc.record({ e: text, f: text }), { maxLength: 4 }),
      names: fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), text, { maxKeys: 2 }),
    });
    const edits = fc.record({ a: text, c: text, d: fc.integer(), keep: fc.array(fc.nat(3), { maxLength: 4 }) }, { requiredKeys: [] }); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(input, edits, async (given, { a, c, d, keep }) => {
        const { params } = await runEdited((shown) => {
          const nested = { ...shown.nested, ...(c !== undefined && { c }), ...(d !== undefined && { d }) };
          const list = keep?.flatMap((index) => shown.list[index] ?? []) ?? shown.list;
          return { ...shown, ...(a !== undefined && { a }), nested, list };
        }, given);
        const forms = JSON.stringify([params, [...(params?.names ?? [])]]);
        expect(forms).not.toContain("!!");
        const kept = keep?.flatMap((index) => given.list[index] ?? []) ?? given.list;
        expect(params?.list).toEqual(kept.map(({ e, f }) => ({ e: `${e}!`, f })));
      }),
      { numRuns: 200, seed: 1 },
    );
  });
});

describe("an approver's edit of a list with secrets", () => {
  it.each<[string, (list: object[]) => object[], string[]]>([
    ["reversed", (list) => list.toReversed(), ["b:2", "a:1"]],
    ["without its first item", (list) => list.slice(1), ["b:2"]],
    ["with a changed item", ([a, b]) => [a ?? {}, { ...b, name: "c" }], ["a:1", "c:2"]],
    [
      "with an additional item",
      (list) => [...list, { name: "c", secret: "••••" }],
      ["a:1", "b:2", "c:undefined"],
    ],
  ])("keeps every secret with its item when the list is %s", async (_, edit, expected) => {
    const ran: unknown[] = [];
    const tool = makeTool("t", (params) => void ran.push(params), {
      risk: "high",
      sensitive: ["/list/*/secret"],
    });
    const approve = ({ params }: ApprovalRequest) => {
      const { list } = params as { list: object[] };
      return { decision: "edit", params: { list: edit(list) } } as const;
    };
    const list = [{ name: "a", secret: "1" }, { name: "b", secret: "2" }]; // prettier-ignore
    expect((await makeExecutor([tool], { approve }).execute("t", { list })).status).toBe("completed");
    const [params] = ran as { list: { name: string; secret?: string }[] }[];
    expect(params?.list.map(({ name, secret }) => `${name}:${String(secret)}`)).toEqual(expected);
  });
});
