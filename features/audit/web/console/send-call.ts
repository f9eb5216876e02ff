import type { ConsoleMethod } from '../../contract/console.ts';

export interface NewCall {
  readonly method: ConsoleMethod;
  /** The path after `/api/`. */
  readonly path: string;
  /** JSON; null: none. */
  readonly payload: string | null;
}

/** The response. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** Duration in milliseconds. */
  readonly tookMs: number;
  /** Size in bytes. */
  readonly size: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: not text, or too long to show. */
  readonly text: string | null;
  readonly isJson: boolean;
  readonly blob: Blob;
  /** File name for the download. */
  readonly fileName: string;
}

/** Headers worth showing; the others are the same for every response. */
const SHOWN_HEADERS = ['content-type', 'content-disposition', 'x-request-id', 'etag', 'retry-after', 'allow', 'location', 'cache-control'];
/** Longer text would block the page for seconds. */
const SHOWN_BYTES = 1_000_000;

/** Whether text is a valid payload: JSON or empty. */
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
 * Calls the API as the signed-in user.
 * @throws TypeError when there is no response; AbortError when it is stopped.
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
    headers: SHOWN_HEADERS.flatMap((name) => {
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
