import { context, propagation, trace } from '@opentelemetry/api';

// A trace (W3C Trace Context) goes from a request on to what it writes, and to the calls that follow from it. Its spans are made
// by OpenTelemetry, where that was loaded before the program (infra/README.md, "Traces"): this package is its interface alone.

/** Whether OpenTelemetry was loaded: then calls out get a `traceparent` by it. */
export const isTraced = (): boolean => propagation.fields().length > 0;

/** Version, trace, span, flags; of a later version what comes after them is left out. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=-|$)/;

/**
 * The `traceparent` of what a request leads to: its own span where OpenTelemetry runs, else that of its caller.
 * @param given the header of the request
 */
export function traceparentOf(given: string | string[] | undefined): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? TRACEPARENT.exec(String(given))?.[0];
}

/** The trace of a `traceparent`, as logs name it. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

/** The headers that put a call out in a trace. */
export const traceHeaders = (traceparent: string | null | undefined): { traceparent?: string } =>
  traceparent && !isTraced() ? { traceparent } : {};

/** Does work as part of a trace. */
export const withinTrace = <T>(traceparent: string | null | undefined, work: () => T): T =>
  traceparent ? context.with(propagation.extract(context.active(), { traceparent }), work) : work();

/** Names the span of the request that is being answered by its route, as the metrics do. */
export function nameSpan(method: string, route: string): void {
  trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttribute('http.route', route);
}
