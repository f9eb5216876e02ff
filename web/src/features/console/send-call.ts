import type { ConsoleMethod } from '#contract/console.ts';

/** A call as it is sent. */
export interface NewCall {
  readonly method: ConsoleMethod;
  /** What stands after `/api/`. */
  readonly path: string;
  /** JSON; null: none. */
  readonly payload: string | null;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** Milliseconds until it had arrived. */
  readonly tookMs: number;
  /** Bytes. */
  readonly size: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: it is no text, or too long to be shown. */
  readonly text: string | null;
  readonly isJson: boolean;
  readonly blob: Blob;
  /** Under which it is downloaded. */
  readonly fileName: string;
}

/** Headers that tell something; the rest is the same for all. */
const TOLD = ['content-type', 'content-disposition', 'x-request-id', 'etag', 'retry-after', 'allow', 'location', 'cache-control'];
/** A longer text would stop the page for seconds. */
const SHOWN_BYTES = 1_000_000;

/** True for what may be sent as a payload (B §5). An empty one sends none. */
export function isValidBody(payload: string): boolean {
  if (payload.trim() === '') return true;
  try {
    JSON.parse(payload);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a call as the person who is signed in.
 * @throws TypeError when no answer comes; AbortError when it is stopped.
 */
export async function sendCall({ method, path, payload }: NewCall, signal: AbortSignal): Promise<Answer> {
  const began = performance.now();
  const body = method === 'GET' || payload === null ? {} : { body: payload, headers: { 'content-type': 'application/json' } };
  const response = await fetch(`/api/${path}`, { method, credentials: 'same-origin', cache: 'no-store', signal, ...body });
  const blob = await response.blob();
  const type = response.headers.get('content-type') ?? '';
  const isText = /^text\/|[/+](json|xml)\b/.test(type) && blob.size <= SHOWN_BYTES;
  const text = isText ? await blob.text() : null;
  const pretty = text === null ? null : prettyJson(text);
  return {
    status: response.status,
    statusText: response.statusText,
    tookMs: Math.round(performance.now() - began),
    size: blob.size,
    headers: TOLD.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    text: pretty ?? text,
    isJson: pretty !== null,
    blob,
    fileName: nameOf(response.headers.get('content-disposition'), path, type),
  };
}

function prettyJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}

function nameOf(disposition: string | null, path: string, type: string): string {
  const given = /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
  if (given !== undefined) return given;
  const last = (path.split('?')[0] ?? '').split('/').at(-1);
  return `${last === '' || last === undefined ? 'answer' : last}${type.includes('json') ? '.json' : ''}`;
}
