import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Access } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The names in braces in a path: `/api/lesson/{id}` gives `'id'`. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParams<Rest> : never;

type ParamsOf<P extends string> = [PathParams<P>] extends [never] ? undefined : z.ZodObject<{ [K in PathParams<P>]: z.ZodType }>;

/**
 * How a call replies: JSON by default. `html` is a page (the sign-in popup), `redirect` only redirects, `file` is bytes that the
 * handler sends itself, `websocket` upgrades the connection. These kinds have no JSON reply and are opened by URL instead of
 * through the client.
 */
export type ReplyKind = 'json' | 'html' | 'redirect' | 'file' | 'websocket';

/**
 * How a call is sent: JSON by default. `form` is multipart, with files; `raw` is the unparsed bytes, for signed payloads. Both
 * are called by URL instead of through the client.
 */
export type BodyKind = 'json' | 'form' | 'raw';

/**
 * Which server replies where several share one database; the others forward the call to it:
 *
 * - `any`: each. Everything it needs is in the database and the file store.
 * - `git`: the one that has the content repository.
 * - `person`: the one that keeps the caller's runs, terminals and uploads.
 * - `link`: the one that keeps the runs of a share link, named by `{token}` in the path.
 * - `holder`: each, if it finds it in its memory (404 otherwise); then the others are asked. For calls that stop something.
 */
export type ServedBy = 'any' | 'git' | 'person' | 'link' | 'holder';

/** Where calls of one person wait for each other. */
export type Queue = 'heavy' | 'long';

/**
 * One call of the API, declared once: the server mounts it, the client calls it, OpenAPI describes it. `access` is enforced
 * before anything else; `errors` lists the codes besides those that any call may return (`invalid`, `signed_out`, `forbidden`,
 * `too_large`, `too_many`, `internal`), and `already_exists`, which any call that changes something may return when another one stores the
 * same at that moment.
 */
export interface Route<
  P extends string = string,
  Params extends z.ZodObject | undefined = z.ZodObject | undefined,
  Query extends z.ZodObject | undefined = z.ZodObject | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Reply extends z.ZodType | undefined = z.ZodType | undefined,
  Who extends Access = Access,
  Kind extends ReplyKind = ReplyKind,
  Sent extends BodyKind = BodyKind,
> {
  readonly method: Method;
  readonly path: P;
  readonly summary: string;
  readonly access: Who;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  readonly replyKind: Kind;
  readonly bodyKind: Sent;
  /** Content type of a `file`, or range of types. If omitted: any bytes. */
  readonly replyType: string | undefined;
  /** The parts of a multipart body; files are `z.file()`. The handler reads them (platform/server/http/read-form.ts). */
  readonly form: z.ZodObject | undefined;
  readonly errors: readonly ErrorCode[];
  /** Headers of a successful reply, with descriptions. */
  readonly replyHeaders: Readonly<Record<string, string>> | undefined;
  /** Largest JSON body in bytes; defaults to the server's limit. */
  readonly bodyLimit: number | undefined;
  /** Allowed calls per minute and person; defaults to the server's limit. */
  readonly perMinute: number | undefined;
  /**
   * The call presents a secret that could be guessed: a password, a code, a link. Failed calls are limited by caller, so that a whole
   * office behind one address can sign in.
   */
  readonly countsFailures: boolean;
  /**
   * Calls of one person that cost much take turns: a few run at a time, the others wait in order. Those that may take minutes have a
   * queue of their own, so that they keep no page from opening. Null: it costs little.
   */
  readonly queue: Queue | null;
  /** Load balancers and monitors call it all the time: callers that aren't signed in have no limit, and get an answer from memory. */
  readonly isProbe: boolean;
  readonly servedBy: ServedBy;
  /** May also be called by sessions that have to add a second factor first. */
  readonly forHeldSessions: boolean;
  /** May also be called with the token of an assistant: it reads, tries or proposes, and changes no content. */
  readonly forAssistants: boolean;
}

interface RouteInput<P extends string, Query, Body, Reply, Who extends Access, Kind extends ReplyKind, Sent extends BodyKind> {
  method: Method;
  path: P;
  summary: string;
  access: Who;
  query?: Query;
  body?: Body;
  reply?: Reply;
  replyKind?: Kind;
  bodyKind?: Sent;
  replyType?: string;
  form?: z.ZodObject;
  errors?: readonly ErrorCode[];
  replyHeaders?: Readonly<Record<string, string>>;
  bodyLimit?: number;
  perMinute?: number;
  countsFailures?: boolean;
  queue?: Queue;
  isProbe?: boolean;
  /** Defaults to `any`. */
  servedBy?: ServedBy;
  forHeldSessions?: boolean;
  forAssistants?: boolean;
}

/** Declares a call. Paths with `{names}` need a `params` object with exactly these names. */
export function route<
  const P extends string,
  Params extends ParamsOf<P> = ParamsOf<P>,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Reply extends z.ZodType | undefined = undefined,
  const Who extends Access = Access,
  const Kind extends ReplyKind = 'json',
  const Sent extends BodyKind = 'json',
>(
  input: RouteInput<P, Query, Body, Reply, Who, Kind, Sent> &
    ([PathParams<P>] extends [never] ? { params?: undefined } : { params: Params }),
): Route<P, Params, Query, Body, Reply, Who, Kind, Sent> {
  return {
    method: input.method,
    path: input.path,
    summary: input.summary,
    access: input.access,
    params: input.params as Params,
    query: input.query as Query,
    body: input.body as Body,
    reply: input.reply as Reply,
    replyKind: input.replyKind ?? ('json' as Kind),
    bodyKind: input.bodyKind ?? ('json' as Sent),
    replyType: input.replyType,
    form: input.form,
    errors: input.errors ?? [],
    replyHeaders: input.replyHeaders,
    bodyLimit: input.bodyLimit,
    perMinute: input.perMinute,
    countsFailures: input.countsFailures ?? false,
    queue: input.queue ?? null,
    isProbe: input.isProbe ?? false,
    servedBy: input.servedBy ?? 'any',
    forHeldSessions: input.forHeldSessions ?? false,
    forAssistants: input.forAssistants ?? false,
  };
}

export type Routes = Readonly<Record<string, Route>>;

type Part<Key extends string, S, Value> = S extends z.ZodType ? { [K in Key]: Value } : unknown;

/** A query without a required part may be left out. */
type QueryPart<S> = S extends z.ZodType ? (object extends z.input<S> ? { query?: z.input<S> } : { query: z.input<S> }) : unknown;

/** What a caller passes, before parsing. */
export type RouteRequest<R> =
  R extends Route<string, infer Params, infer Query, infer Body, infer _Reply>
    ? Part<'params', Params, Params extends z.ZodType ? z.input<Params> : never> &
        QueryPart<Query> &
        Part<'body', Body, Body extends z.ZodType ? z.input<Body> : never>
    : never;

/** What a handler receives, after parsing. */
export type RouteInputOf<R> =
  R extends Route<string, infer Params, infer Query, infer Body, infer _Reply>
    ? Part<'params', Params, Params extends z.ZodType ? z.output<Params> : never> &
        Part<'query', Query, Query extends z.ZodType ? z.output<Query> : never> &
        Part<'body', Body, Body extends z.ZodType ? z.output<Body> : never>
    : never;

/** What a call returns. */
export type RouteReply<R> =
  R extends Route<string, infer _P, infer _Q, infer _B, infer Reply> ? (Reply extends z.ZodType ? z.output<Reply> : undefined) : never;

/** The largest number in a database column (PostgreSQL's `integer`). */
export const INT4_MAX = 2_147_483_647;

/** An integer that is stored or looked up: larger ones are rejected before they reach the database. */
export const Int4 = z.number().int().min(-INT4_MAX).max(INT4_MAX);

/** The id of a row, in a body. */
export const RowId = z.number().int().positive().max(INT4_MAX);

/** An id in a path, a query or a form, where everything is text. */
export const Id = z.coerce.number().int().positive().max(INT4_MAX);

/** Ids in a query, separated by commas. */
export const IdList = z
  .string()
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,199}$/, 'The ids must be at most 200 numbers, separated by commas.')
  .transform((ids) => ids.split(',').map(Number))
  .pipe(z.array(RowId));
