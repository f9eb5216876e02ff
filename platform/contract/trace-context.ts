/** Names a step of a trace, as in W3C Trace Context. */
export interface TraceContext {
  /** 32 hexadecimal digits, the same for all steps of one trace. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

/** A step of the same trace, or the first one of a new trace. */
export function nextSpan(parent: TraceContext | null = null): TraceContext {
  return { traceId: parent?.traceId ?? randomHex(16), spanId: randomHex(8) };
}

/** The header of a call that starts a new trace. */
export function traceHeaders(): { traceparent: string } {
  return { traceparent: toTraceparent(nextSpan()) };
}

export function toTraceparent({ traceId, spanId }: TraceContext): string {
  return `00-${traceId}-${spanId}-01`;
}

/** Returns null for an invalid text, and for a trace that its sender doesn't record. */
export function readTraceparent(text: unknown): TraceContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(text)) ?? [];
  if (traceId === undefined || spanId === undefined || (Number.parseInt(flags ?? '0', 16) & SAMPLED) === 0) return null;
  return { traceId, spanId };
}

/** Whether a caller has a trace that it doesn't record, so that no one else should. */
export function isUnrecorded(text: unknown): boolean {
  return TRACEPARENT.test(String(text)) && readTraceparent(text) === null;
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
