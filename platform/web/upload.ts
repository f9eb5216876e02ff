import { ApiError, routeUrl } from '#platform/contract/client.ts';
import type { ErrorReply } from '#platform/contract/errors.ts';
import type { Route, RouteReply } from '#platform/contract/route.ts';
import { announceSignedOut } from './signed-out.ts';
import { announceUploaded } from './written-calls.ts';

/** A route with a multipart body. */
type FormRoute = Route & { readonly bodyKind: 'form' };

interface UploadRequest {
  params?: Record<string, unknown>;
  /** Form fields, including files; null and undefined ones are omitted. */
  fields: Readonly<Record<string, string | number | boolean | File | null | undefined>>;
  /** Aborts the upload; the promise rejects with an AbortError. */
  signal?: AbortSignal;
  /** Bytes sent and total bytes. When they are equal, the server has started to work. */
  onProgress?: (sent: number, total: number) => void;
}

const UNREACHABLE = 'Couldn’t reach the server, or the connection was lost. Nothing was changed; the file is still here to be sent again.';

/**
 * Calls a multipart route with XMLHttpRequest, the only API that reports upload progress.
 *
 * @throws ApiError as the typed client does; `status` 0: the server was not reached.
 */
export async function upload<R extends FormRoute>(route: R, request: UploadRequest): Promise<RouteReply<R>> {
  const { signal, onProgress } = request;
  signal?.throwIfAborted();
  const call = new XMLHttpRequest();
  call.open(route.method, routeUrl(route, request.params ? { params: request.params } : {}));
  call.setRequestHeader('accept', 'application/json');
  const body = formOf(request.fields);
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const abort = () => call.abort();
    call.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded, event.total);
    });
    call.addEventListener('load', () => resolve({ status: call.status, text: call.responseText }));
    call.addEventListener('error', () => reject(new ApiError(0, { error: UNREACHABLE })));
    call.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')));
    call.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    call.send(body);
  });
  if (status === 401) announceSignedOut();
  const json = parse(text);
  // Replies are not validated here, as with the typed client: the server's tests do that.
  if (status >= 200 && status < 300) {
    if (request.fields['dry_run'] !== true) announceUploaded(route);
    return json as RouteReply<R>;
  }
  throw new ApiError(status, errorReply(json));
}

function formOf(fields: UploadRequest['fields']): FormData {
  const form = new FormData();
  // Text fields first, so that the server knows what a file is for before it arrives.
  const entries = Object.entries(fields).sort(([, left], [, right]) => Number(left instanceof File) - Number(right instanceof File));
  for (const [name, value] of entries) {
    if (value instanceof File) form.append(name, value, value.name);
    else if (value !== null && value !== undefined) form.append(name, String(value));
  }
  return form;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorReply(json: unknown): Partial<ErrorReply> {
  return typeof json === 'object' && json !== null && 'error' in json ? (json as Partial<ErrorReply>) : {};
}
