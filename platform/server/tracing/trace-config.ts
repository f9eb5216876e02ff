import { z } from 'zod';

/** Where traces are sent. */
export interface TraceConfig {
  /** Address of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceName: string;
}

/** From the environment. The names that begin with OTEL_ are OpenTelemetry's own. */
export const TraceEnvironment = z.object({
  LESSONWRIGHT_TRACES: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the http or https address of a collector' })
    .default('http://localhost:4318'),
  OTEL_SERVICE_NAME: z.string().trim().min(1).default('lessonwright'),
});

/** Null: nothing is traced. The variables of OpenTelemetry alone turn nothing on, because many machines set them for everything. */
export function readTraces(env: z.infer<typeof TraceEnvironment>): TraceConfig | null {
  if (!env.LESSONWRIGHT_TRACES) return null;
  return { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''), serviceName: env.OTEL_SERVICE_NAME };
}
