import {
  adaptTools,
  findTarget,
  isProviderName,
  providers,
  tokenCounterFor,
  type Target,
} from "@toolkiln/providers";
import type { Project } from "@toolkiln/project";
import type { RenderableResult } from "@toolkiln/render/html";
import type { ToolSpec } from "@toolkiln/runtime";
import type { Params } from "../protocol.js";
import type { ProjectTool } from "./project-view.js";

/** Shows the definition for each provider, with its token count and losses. */
export async function describeProviders(tool: ProjectTool): Promise<readonly RenderableResult[]> {
  const { model, project } = tool;
  if (model === undefined) return [];
  const views = allTargets(project).map((target) => describeProvider(model.spec, target));
  return (await Promise.all(views)).flat();
}

async function describeProvider(spec: ToolSpec, target: Target): Promise<readonly RenderableResult[]> {
  const { title, provider, options } = target;
  const [adapted] = adaptTools([spec], provider, options).tools;
  const { definition, strict, losses = [], fallback = [] } = adapted ?? {};
  const problem = options.strict === true ? "not strict" : "fallback used";
  const counter = await tokenCounterFor(provider.name);
  const facts = [
    `${title}: ${counter.exact ? "" : "~"}${counter.count(JSON.stringify(definition))} tokens`,
    ...(strict === true ? ["strict"] : []),
    losses.length === 0 ? "nothing lost" : `keywords omitted or changed: ${losses.length}`,
    ...fallback.map(({ pointer, reason }) => `${problem}: ${pointer || "/"} ${reason}`),
  ];
  const rows = losses.map(({ pointer, ...loss }) => ({ where: pointer || "/", ...loss }));
  const columns = ["where", "keyword", "effect", "note"].map((key) => ({ key }));
  const content = JSON.stringify(definition, undefined, 2);
  return [
    { kind: "text", data: { content: facts.join(" · ") } },
    ...(rows.length > 0 ? [{ kind: "table" as const, data: { columns, rows } }] : []),
    { kind: "file_content", data: { path: `${title}.json`, content, size: content.length } },
  ];
}

/** The targets of the project, then the other providers. */
function allTargets({ config: { targets = [] } }: Project): readonly Target[] {
  const named = new Set(targets.map((target) => (typeof target === "string" ? target : target.provider)));
  const others = Object.keys(providers).filter(isProviderName);
  return [...targets, ...others.filter((name) => !named.has(name))].map(findTarget);
}

/** Code snippets that make the same call elsewhere, by title. */
export function callSnippets(
  { model, project }: ProjectTool,
  params: Params,
): Readonly<Record<string, string>> {
  if (model === undefined) return {};
  const { id, wireName } = model.spec;
  const call = { name: wireName, arguments: params };
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const calls = allTargets(project).flatMap(({ title, provider, options }): [string, string][] => {
    const format = toolCallFormats[provider.name];
    if (format === undefined) return [];
    const { name, encode } = provider.adapt(model.spec, options);
    return [[`${title} tool call`, JSON.stringify(format(name, encode(params)), undefined, 2)]];
  });
  return {
    "Command line": `npx toolkiln run ${id} --params ${shellQuote(JSON.stringify(params))}`,
    TypeScript: `import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "./generated/registry.js";

const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy(), workspacePath: process.cwd() });
const { status, result } = await executor.execute("${id}", ${JSON.stringify(params, undefined, 2)});`,
    "MCP with curl": `curl http://127.0.0.1:3001/mcp \\
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\
  -d ${shellQuote(message)}`,
    ...Object.fromEntries(calls),
  };
}

/** Formats a tool call as in the response of a provider's API. */
const toolCallFormats: Readonly<Record<string, (name: string, sent: unknown) => object>> = {
  openai: (name, sent) => ({
    type: "function",
    id: "call_1",
    function: { name, arguments: JSON.stringify(sent) },
  }),
  anthropic: (name, input) => ({ type: "tool_use", id: "toolu_1", name, input }),
  gemini: (name, args) => ({ functionCall: { name, args } }),
};

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
