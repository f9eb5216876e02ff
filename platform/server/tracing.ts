import { AsyncLocalStorage } from 'node:async_hooks';
import type { RunnerSpan } from '#platform/contract/runner-protocol.ts';
import { nextSpan, type TraceContext } from '#platform/contract/trace-context.ts';
import { observedSpans, type ObservedSpan } from './observed.ts';

type Attributes = ObservedSpan['attributes'];

interface SpanOptions {
  readonly kind?: ObservedSpan['kind'];
  /** Null: a new trace begins here. Left out: the current step. */
  readonly parent?: TraceContext | null;
  /** Names, numbers and ids of ours; never anything that a person wrote. */
  readonly attributes?: Attributes;
}

const current = new AsyncLocalStorage<TraceContext>();

/** Returns the current step of a trace; null: nothing is traced here. */
export function currentTrace(): TraceContext | null {
  return current.getStore() ?? null;
}

/** A step of a trace. It is reported when it ends. */
export class Span {
  readonly context: TraceContext;
  readonly #name: string;
  readonly #options: SpanOptions;
  readonly #parentId: string | null;
  readonly #startedAt = Date.now();
  readonly #zero = performance.now();
  #attributes: Attributes;

  constructor(name: string, options: SpanOptions) {
    const parent = options.parent === undefined ? currentTrace() : options.parent;
    this.context = nextSpan(parent);
    this.#parentId = parent?.spanId ?? null;
    this.#name = name;
    this.#options = options;
    this.#attributes = options.attributes ?? {};
  }

  set(attributes: Attributes): void {
    this.#attributes = { ...this.#attributes, ...attributes };
  }

  end(isFailed = false): void {
    observedSpans.send({
      name: this.#name,
      kind: this.#options.kind ?? 'internal',
      context: this.context,
      parentId: this.#parentId,
      startedAt: this.#startedAt,
      // The machine's clock may be set before the end.
      endedAt: this.#startedAt + performance.now() - this.#zero,
      attributes: this.#attributes,
      isFailed,
      runner: null,
    });
  }
}

/** Starts a step, which `inSpan` makes the current one. Null: traces are off. */
export function startSpan(name: string, options: SpanOptions = {}): Span | null {
  return observedSpans.isHeard ? new Span(name, options) : null;
}

/** Does work as part of a step. */
export function inSpan<T>(span: Pick<Span, 'context'> | null, work: () => T): T {
  return span === null ? work() : current.run(span.context, work);
}

/** Does work as its own step. Without traces it only does the work. */
export async function traced<T>(name: string, options: SpanOptions, work: (span: Span | null) => T | Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  if (span === null) return work(null);
  try {
    const result = await inSpan(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(true);
    throw error;
  }
}

/** Passes on the steps that a runner reports for a run. */
export function reportRunnerSpans(runner: string, traceId: string, spans: readonly RunnerSpan[]): void {
  for (const span of spans)
    observedSpans.send({
      name: span.name,
      kind: span.name === 'runner' ? 'server' : 'internal',
      context: { traceId, spanId: span.span_id },
      parentId: span.parent_id,
      startedAt: span.started_at,
      endedAt: span.ended_at,
      attributes: {},
      isFailed: false,
      runner,
    });
}
