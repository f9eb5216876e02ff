import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { observedSpans, type ObservedSpan } from '../observed.ts';
import { repeat } from '../repeat.ts';
import { VERSION } from '../version.ts';
import type { TraceConfig } from './trace-config.ts';

/** Limit of one call to the collector; also how long stopping may take. */
const SEND_LIMIT_MS = 5_000;
const SEND_EVERY_MS = 1_000;
/** Steps that wait for the next call. Further ones are dropped. */
const MOST_WAITING = 10_000;
/** The numbers of OTLP. */
const KINDS = { internal: 1, server: 2, client: 3 } as const;
const FAILED = 2;

/**
 * Sends the steps that the product reports to a collector, as OTLP in JSON, or does nothing. Each call sends the steps of a second; those of a
 * call that fails are dropped. Returns a function that sends the rest and stops.
 */
export function exportTraces(config: TraceConfig | null, log: Logger): () => Promise<void> {
  if (config === null) return async () => undefined;
  let waiting: ObservedSpan[] = [];
  let isFailing = false;
  const unlisten = observedSpans.listen((span) => {
    if (waiting.length < MOST_WAITING) waiting.push(span);
  });
  const send = async () => {
    const spans = waiting;
    if (spans.length === 0) return;
    waiting = [];
    const err = await post(config, spans).then(
      () => null,
      (error: unknown) => error,
    );
    if (err !== null && !isFailing)
      log.warn({ err, endpoint: config.endpoint }, 'traces could not be sent; they are dropped until this works');
    if (err === null && isFailing) log.warn({ endpoint: config.endpoint }, 'traces are sent again');
    isFailing = err !== null;
  };
  const sending = repeat(SEND_EVERY_MS, async () => {
    await send();
    return SEND_EVERY_MS;
  });
  return async () => {
    unlisten();
    await sending.stop();
    await send();
  };
}

async function post({ endpoint, serviceName, headers }: TraceConfig, spans: readonly ObservedSpan[]): Promise<void> {
  const resourceSpans = [...Map.groupBy(spans, ({ runner }) => runner)].map(([runner, own]) => ({
    resource: {
      attributes: attributesOf({
        'service.name': runner === null ? serviceName : `${serviceName}-runner`,
        'service.instance.id': runner ?? hostname(),
        'service.version': VERSION,
      }),
    },
    scopeSpans: [{ scope: { name: 'lessonwright', version: VERSION }, spans: own.map(spanOf) }],
  }));
  const reply = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { ...Object.fromEntries(headers.map(([name, value]) => [name, value.reveal()])), 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans }),
    signal: AbortSignal.timeout(SEND_LIMIT_MS),
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`The collector responded with ${reply.status}.`);
}

function spanOf({ name, kind, context, parentId, startedAt, endedAt, attributes, isFailed }: ObservedSpan) {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    status: isFailed ? { code: FAILED } : {},
  };
}

function attributesOf(attributes: ObservedSpan['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
}

/** A number can't hold the nanoseconds since 1970 exactly. */
function nanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((milliseconds - whole) * 1e6)));
}
