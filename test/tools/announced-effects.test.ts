import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ToolExecutor, type ToolExecution, ToolRegistry } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "../../generated/registry.js";
import { callBranches, type CallBranch } from "./call-branches.js";
import { contradictions, type Announcement, type Effect } from "./contradictions.js";
import { compareDisk, snapshotDisk } from "./disk-snapshot.js";
import { workbench, type Workbench } from "./workbench.js";

/** The tools of the pack, called by ids that are known only at run time. */
const tools = new ToolRegistry();

let server: Server;
let address: string;
let requests: string[] = [];

beforeAll(async () => {
  for (const handle of registry.tools) tools.registerTool(await handle.load());
  server = createServer(({ method, url = "" }, response) => {
    requests.push(`${method ?? ""} ${address}${url}`);
    const status = Number(/\d+$/.exec(url)?.[0] ?? 200);
    response.writeHead(status, status === 200 ? {} : { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

function inputOf({ input }: CallBranch): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(input).replaceAll("{server}", address);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

interface Observation {
  /** Summary, risk and warnings that the executor returns before the call. */
  readonly announced: Announcement;
  /** What the approver was shown, if there was one. */
  readonly asked: Announcement;
  readonly effect: Effect;
}

/** Records what the executor announces about a call, runs the call and records its effects. */
async function observe(id: string, branch: CallBranch, bench: Workbench): Promise<Observation> {
  branch.arrange?.(bench);
  const paths = new WorkspacePathPolicy();
  const executor = new ToolExecutor(tools, { paths, policy: { autoApproveUpTo: "safe" } });
  const input = inputOf(branch);
  const options = { workspacePath: bench.root, inject: { allowPrivateAddresses: true } };
  requests = [];
  const before = snapshotDisk(bench.root);
  const [summary, risk, { warnings }] = await Promise.all([
    executor.getExecutionSummary(id, input, options),
    executor.getEffectiveRiskLevel(id, input, options),
    executor.validate(id, input, options),
  ]);
  const announced = { summary, risk, warnings: warnings.map(({ warningCode }) => warningCode) };
  const prepared = await executor.prepare(id, input, options);
  let execution: ToolExecution;
  let asked: Announcement = announced;
  if (prepared.status === "refused") execution = prepared.execution;
  else if (prepared.status === "ready") execution = await prepared.run();
  else {
    const { request, token } = prepared;
    asked = { ...request, warnings: request.warnings.map(({ warningCode }) => warningCode) };
    execution = await executor.resume(token, { decision: "approve" }, options);
  }
  await executor.dispose();
  const after = snapshotDisk(bench.root);
  const { success } = execution.result;
  return { announced, asked, effect: { ...compareDisk(before, after), before, after, success, requests } };
}

const rows = Object.entries(callBranches).flatMap(([id, branches]) =>
  branches.map((branch) => ({ id, title: branch.title, branch })),
);

describe("a call has exactly the announced effects", () => {
  it.each(rows)("$id: $title", async ({ id, branch }) => {
    using bench = workbench(branch.files);
    const { announced, asked, effect } = await observe(id, branch, bench);
    expect(asked).toMatchObject(announced);
    expect(contradictions(id, inputOf(branch), asked, effect)).toEqual([]);
  });
});

describe("the table of test calls", () => {
  it("covers every tool of the pack", () => {
    expect(registry.tools.map(({ id }) => id).filter((id) => callBranches[id] === undefined)).toEqual([]);
  });

  it.each(registry.tools.filter(({ metadata }) => metadata.risk !== "safe").map(({ id }) => id))(
    "covers every option value and every warning of %s",
    async (id) => {
      const { spec } = (await tools.getTool(id)?.load())?.contract ?? {};
      const inputs = (callBranches[id] ?? []).map(inputOf);
      const choices = Object.entries(spec?.inputSchema.properties ?? {}).flatMap(([name, schema]) => {
        if (typeof schema !== "object") return [];
        const values = schema.type === "boolean" ? [true, false] : (schema.enum ?? []);
        return values.map((value) => ({ name, value, isDefault: value === schema.default }));
      });
      const missing = choices.filter(
        ({ name, value, isDefault }) =>
          !inputs.some((input) => input[name] === value || (isDefault && input[name] === undefined)),
      );
      expect(missing).toEqual([]);
      const executor = new ToolExecutor(tools);
      const seen = new Set<string>();
      for (const input of inputs)
        for (const { warningCode } of (await executor.validate(id, input)).warnings) seen.add(warningCode);
      await executor.dispose();
      const codes = (spec?.rules ?? []).flatMap(({ warn }) => (warn === undefined ? [] : [warn.code]));
      expect(codes.filter((code) => !seen.has(code))).toEqual([]);
    },
  );
});
