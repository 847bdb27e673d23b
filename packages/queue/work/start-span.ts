import type { Span } from "@toolkiln/runtime";
import type { Decision } from "../decision/decision.js";
import type { WorkerTracer } from "./worker-options.js";

/** Starts the span of a run as a child of the submitter's, or linked to it where OpenTelemetry's API is missing. */
export async function startSpan(
  tracer: WorkerTracer | undefined,
  decision: Decision,
): Promise<Span | undefined> {
  if (tracer === undefined) return undefined;
  const { tool, execution, span: place } = decision;
  const attributes = { "gen_ai.tool.name": tool, "toolkiln.execution_id": execution };
  const api = place && (await import("@opentelemetry/api").catch(() => undefined));
  const parent = place && api?.trace.setSpanContext(api.ROOT_CONTEXT, { ...place, isRemote: true });
  return tracer.startSpan(
    `run_tool ${tool}`,
    { attributes, links: place === undefined || parent !== undefined ? [] : [{ context: place }] },
    parent,
  );
}
