import {
  adaptTools,
  findTarget,
  isProviderName,
  providers,
  tokenCounterFor,
  type Target,
} from "@toolkiln/providers";
import type { RenderableResult } from "@toolkiln/render/html";
import type { ToolSpec } from "@toolkiln/runtime";
import type { CopyForm, Params } from "../protocol.js";
import type { ViewedTool } from "./project-view.js";

type Targets = ViewedTool["project"]["config"]["targets"];

/** What each provider receives: what it costs and loses, then the definition. */
export async function describeProviders(
  spec: ToolSpec,
  targets: Targets,
): Promise<readonly RenderableResult[]> {
  const described = allTargets(targets).map(
    async ({ title, provider, options }): Promise<RenderableResult[]> => {
      const [adapted] = adaptTools([spec], provider, options).tools;
      const { definition, strict, losses = [], fallback = [] } = adapted ?? {};
      const text = JSON.stringify(definition, undefined, 2);
      const counter = await tokenCounterFor(provider.name);
      const tokens = counter.count(JSON.stringify(definition));
      const facts = [
        `${title}: ${counter.exact ? "" : "~"}${tokens} tokens`,
        ...(strict === true ? ["strict"] : []),
        losses.length === 0 ? "nothing lost" : `${losses.length} told in words or widened`,
        ...fallback.map(({ pointer, reason }) => `not strict: ${pointer || "/"} ${reason}`),
      ];
      const rows = losses.map(({ pointer, ...loss }) => ({ where: pointer || "/", ...loss }));
      const columns = ["where", "keyword", "effect", "told"].map((key) => ({ key }));
      return [
        { kind: "text", data: { content: facts.join(" · ") } },
        ...(rows.length > 0 ? [{ kind: "table" as const, data: { columns, rows } }] : []),
        { kind: "file_content", data: { path: `${title}.json`, content: text, size: text.length } },
      ];
    },
  );
  return (await Promise.all(described)).flat();
}

/** First the targets that the project is meant for, then the other providers. */
function allTargets(targets: Targets = []): readonly Target[] {
  const named = new Set(targets.map((target) => (typeof target === "string" ? target : target.provider)));
  const others = Object.keys(providers).filter(isProviderName);
  return [...targets, ...others.filter((name) => !named.has(name))].map(findTarget);
}

/** A call as a person or a program would write it elsewhere. */
export function copyForms(spec: ToolSpec, params: Params, targets: Targets): readonly CopyForm[] {
  const call = { name: spec.wireName, arguments: params };
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  return [
    {
      title: "Command line",
      text: `npx toolkiln run ${spec.id} --params ${shellQuote(JSON.stringify(params))}`,
    },
    { title: "TypeScript", text: typescriptCall(spec.id, params) },
    {
      title: "curl to MCP",
      text: `curl http://127.0.0.1:3001/mcp \\
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\
  -d ${shellQuote(message)}`,
    },
    ...allTargets(targets).flatMap((target) => providerCall(spec, params, target)),
  ];
}

function typescriptCall(id: string, params: Params): string {
  return `import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "./generated/registry.js";

const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
const { status, result } = await executor.execute(
  ${JSON.stringify(id)},
  ${JSON.stringify(params, undefined, 2).replaceAll("\n", "\n  ")},
  { workspacePath: process.cwd() },
);`;
}

/** The part of a model's answer that asks for a call, for providers that have a form of their own. */
const callForms: Readonly<Record<string, (name: string, sent: unknown) => unknown>> = {
  openai: (name, sent) => ({
    id: "call_1",
    type: "function",
    function: { name, arguments: JSON.stringify(sent) },
  }),
  anthropic: (name, input) => ({ type: "tool_use", id: "toolu_1", name, input }),
  gemini: (name, args) => ({ functionCall: { name, args } }),
};

function providerCall(spec: ToolSpec, params: Params, { title, provider, options }: Target): CopyForm[] {
  const form = callForms[provider.name];
  if (form === undefined) return [];
  const tool = provider.adapt(spec, options);
  return [
    { title: `Call by ${title}`, text: JSON.stringify(form(tool.name, tool.encode(params)), undefined, 2) },
  ];
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
