import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() });
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([]);
const Batch = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: Attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly service: string;
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

export interface TraceCollector {
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  /** Everything that was sent. */
  readonly bodies: string[];
  close(): Promise<void>;
}

/** A collector that accepts OTLP in JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      spans.push(...spansOf(body));
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function spansOf(body: string): CollectedSpan[] {
  return Batch.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, attributes, parentSpanId, ...span }) => ({
        ...span,
        parentSpanId,
        service: String(readAttributes(resource.attributes)['service.name']),
        startedAt: BigInt(startTimeUnixNano),
        endedAt: BigInt(endTimeUnixNano),
        attributes: readAttributes(attributes),
      })),
    ),
  );
}

function readAttributes(list: z.infer<typeof Attributes>): CollectedSpan['attributes'] {
  return Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
