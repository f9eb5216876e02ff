import { hostname } from 'node:os';
import { SpanKind, SpanStatusCode, TraceFlags, type HrTime, type SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { observedSpans, type ObservedSpan } from '../observed.ts';
import { VERSION } from '../version.ts';
import type { TraceConfig } from './trace-config.ts';

/** Limit of one call to the collector; also how long stopping may take. */
const SEND_LIMIT_MS = 5_000;
const SEND_EVERY_MS = 1_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Sends the steps that the product reports to a collector, as OTLP in JSON. What the collector doesn't take in time is dropped. */
export class OtlpTraces {
  readonly #serviceName: string;
  readonly #processor: BatchSpanProcessor;
  readonly #unlisten: () => void;
  readonly #server: Resource;
  readonly #runners = new Map<string, Resource>();

  constructor({ endpoint, serviceName }: TraceConfig, log: Logger) {
    this.#serviceName = serviceName;
    this.#server = resourceOf(serviceName, hostname());
    const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_LIMIT_MS });
    this.#processor = new BatchSpanProcessor({
      exporter: withLog(exporter, log, endpoint),
      scheduledDelayMillis: SEND_EVERY_MS,
      exportTimeoutMillis: SEND_LIMIT_MS,
    });
    this.#unlisten = observedSpans.listen((span) => this.#processor.onEnd(this.#toReadable(span)));
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    this.#unlisten();
    await this.#processor.shutdown().catch(() => undefined);
  }

  #toReadable({ name, kind, context, parentId, startedAt, endedAt, attributes, isFailed, runner }: ObservedSpan): ReadableSpan {
    const contextOf = (spanId: string): SpanContext => ({ traceId: context.traceId, spanId, traceFlags: TraceFlags.SAMPLED });
    const own = contextOf(context.spanId);
    return {
      name,
      kind: KINDS[kind],
      spanContext: () => own,
      ...(parentId === null ? {} : { parentSpanContext: contextOf(parentId) }),
      startTime: toHrTime(startedAt),
      endTime: toHrTime(endedAt),
      duration: toHrTime(endedAt - startedAt),
      status: { code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: { ...attributes },
      links: [],
      events: [],
      ended: true,
      resource: runner === null ? this.#server : this.#runnerResource(runner),
      instrumentationScope: { name: 'lessonwright', version: VERSION },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  }

  #runnerResource(runner: string): Resource {
    const resource = this.#runners.get(runner) ?? resourceOf(`${this.#serviceName}-runner`, runner);
    this.#runners.set(runner, resource);
    return resource;
  }
}

function resourceOf(service: string, instance: string): Resource {
  return resourceFromAttributes({ 'service.name': service, 'service.instance.id': instance, 'service.version': VERSION });
}

function toHrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1000);
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1e6)];
}

/** Logs when a collector stops answering, and when it answers again. */
function withLog(exporter: SpanExporter, log: Logger, endpoint: string): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing)
          log.warn({ err: result.error, endpoint }, 'traces could not be sent; they are dropped until this works');
        if (!hasFailed && isFailing) log.warn({ endpoint }, 'traces are sent again');
        isFailing = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
