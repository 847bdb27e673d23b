/** A value that a span takes. */
export type SpanAttribute = string | number | boolean;

/** The part of an OpenTelemetry span that the executor uses. */
export interface Span {
  setAttribute(key: string, value: SpanAttribute): unknown;
  setStatus(status: { code: 0 | 1 | 2; message?: string }): unknown;
  end(): void;
  /** Identifies the span to other processes. */
  spanContext?(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number };
}

/** The part of an OpenTelemetry tracer that the executor uses: `trace.getTracer("…")` is one. */
export interface Tracer {
  startSpan(name: string, options?: { attributes?: Record<string, SpanAttribute> }): Span;
}

/** The span status of OpenTelemetry for something that went wrong. */
export const spanStatusError = 2;
