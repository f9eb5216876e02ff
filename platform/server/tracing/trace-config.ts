import { z } from 'zod';
import { SecretText } from '../secret-text.ts';

/** Where traces are sent. */
export interface TraceConfig {
  /** Address of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Sent with each call: a collector may want a key. */
  readonly headers: readonly (readonly [name: string, value: SecretText])[];
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
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
});

/** Null: nothing is traced. The variables of OpenTelemetry alone turn nothing on, because many machines set them for everything. */
export function readTraces(env: z.infer<typeof TraceEnvironment>): TraceConfig | null {
  if (!env.LESSONWRIGHT_TRACES) return null;
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    serviceName: env.OTEL_SERVICE_NAME,
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS),
  };
}

/** `name=value,name=value`, with values as in an address. What can't be a header is left out, as OpenTelemetry does. */
function readHeaders(text: string): TraceConfig['headers'] {
  return text.split(',').flatMap((pair) => {
    const sign = pair.indexOf('=');
    const [name, value] = [pair.slice(0, sign).trim(), decoded(pair.slice(sign + 1).trim())];
    return sign > 0 && /^[\w.-]+$/.test(name) && /^[\x20-\x7e]+$/.test(value) ? [[name, new SecretText(value)] as const] : [];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
