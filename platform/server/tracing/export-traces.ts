import type { Logger } from 'pino';
import type { TraceConfig } from './trace-config.ts';

/** Sends traces as the settings say, or does nothing. Returns a function that sends the rest and stops. */
export async function exportTraces(config: TraceConfig | null, log: Logger): Promise<() => Promise<void>> {
  if (config === null) return async () => undefined;
  // Loaded on demand: most installations have no traces.
  const { OtlpTraces } = await import('./otlp-traces.ts');
  const traces = new OtlpTraces(config, log);
  return () => traces.close();
}
