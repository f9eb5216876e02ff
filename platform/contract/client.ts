import type { ErrorReply } from './errors.ts';
import type { Route, RouteReply, RouteRequest, Routes } from './route.ts';

/** A call failed on the server. `status` 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number;
  /** The reason phrase of the status; empty: the connection sends none. */
  readonly statusText: string;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: unknown;

  constructor(status: number, reply: Partial<ErrorReply>, statusText = '') {
    super(reply.error ?? `The server answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.statusText = statusText;
    this.code = reply.code ?? (status === 0 ? 'unreachable' : 'internal');
    this.requestId = reply.request_id ?? null;
    this.details = reply.details;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** Receives the headers of a successful reply. */
  onHeaders?: (headers: Headers) => void;
}

type JsonRoutes<A extends Routes> = {
  [K in keyof A as A[K]['replyKind'] extends 'json' ? (A[K]['bodyKind'] extends 'json' ? K : never) : never]: A[K];
};

/** One function per route of `A`, with typed input and reply; each throws {@link ApiError}. */
export type Client<A extends Routes> = {
  readonly [K in keyof JsonRoutes<A>]: unknown extends RouteRequest<A[K]>
    ? (request?: undefined, options?: CallOptions) => Promise<RouteReply<A[K]>>
    : (request: RouteRequest<A[K]>, options?: CallOptions) => Promise<RouteReply<A[K]>>;
};

export interface ClientConfig {
  /** Origin of the server; empty for the page's own. */
  baseUrl?: string;
  /** Sent with every call: a personal token, or a cookie in tests. */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof globalThis.fetch;
  /** Receives the name of each call that succeeded and isn't a GET, before its caller gets the reply. */
  onWritten?: (name: string) => void;
}

interface AnyRequest {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

/** Returns the URL of a call: path parameters filled in, query appended without null and undefined. */
export function routeUrl(route: Pick<Route, 'path'>, request: AnyRequest = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(request.params?.[name])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.set(key, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

async function call(route: Route, request: AnyRequest, config: ClientConfig, options: CallOptions): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json', ...config.headers, ...options.headers };
  const init: RequestInit = { method: route.method, headers, credentials: 'same-origin' };
  if (request.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(request.body);
  }
  if (options.signal) init.signal = options.signal;
  let response: Response;
  try {
    response = await (config.fetch ?? globalThis.fetch)((config.baseUrl ?? '') + routeUrl(route, request), init);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, { error: 'Couldn’t reach the server.' });
  }
  const text = await response.text();
  const json: unknown = parseJson(text);
  if (!response.ok) {
    throw new ApiError(response.status, errorReply(json), response.statusText);
  }
  options.onHeaders?.(response.headers);
  return json;
}

/** Parses an error reply without its schema, so that a page needs no zod for its first call. */
function errorReply(json: unknown): Partial<ErrorReply> {
  if (typeof json !== 'object' || json === null) return {};
  const { error, code, request_id, details } = json as Record<string, unknown>;
  return {
    ...(typeof error === 'string' && { error }),
    ...(typeof code === 'string' && { code }),
    ...(typeof request_id === 'string' && { request_id }),
    details,
  };
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates the typed client of `routes`. Replies are trusted: the server's tests check them. */
export function createClient<const A extends Routes>(routes: A, config: ClientConfig = {}): Client<A> {
  const client: Record<string, unknown> = {};
  for (const [name, route] of Object.entries(routes)) {
    client[name] = async (request: AnyRequest = {}, options: CallOptions = {}) => {
      const reply = await call(route, request, config, options);
      if (route.method !== 'GET') config.onWritten?.(name);
      return reply;
    };
  }
  return client as Client<A>;
}
