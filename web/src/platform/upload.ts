import { ApiError, routeUrl } from '#contract/client.ts';
import type { ErrorReply } from '#contract/errors.ts';
import type { Route, RouteReply } from '#contract/route.ts';
import { announceSignedOut } from './signed-out.ts';

/** A call whose body is multipart. */
type FormRoute = Route & { readonly bodyKind: 'form' };

interface UploadRequest {
  params?: Record<string, unknown>;
  /** Its parts, files included; what is null or undefined is left out. */
  fields: Readonly<Record<string, string | number | boolean | File | null | undefined>>;
  /** Ends the upload; the answered promise is refused with an AbortError. */
  signal?: AbortSignal;
  /** Bytes that have left this machine, and all there are. The last of them says that the server has begun to work. */
  onProgress?: (sent: number, total: number) => void;
}

const UNREACHABLE =
  'The server could not be reached, or the connection was lost. Nothing was changed; the file is still here to be sent again.';

/**
 * Calls a route that takes a multipart form, by the one means of the browser that tells how far an upload is.
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
  // The server's own tests check what it sends, as with the typed client.
  if (status >= 200 && status < 300) return json as RouteReply<R>;
  throw new ApiError(status, errorReply(json));
}

function formOf(fields: UploadRequest['fields']): FormData {
  const form = new FormData();
  // Texts first: the server knows what a file is for before it comes.
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
