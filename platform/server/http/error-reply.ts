import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ErrorReply } from '#platform/contract/errors.ts';
import { AppError, invalid, notFound, tooLarge, unavailable, UnsafeNameError } from '../errors.ts';
import { DISK_FULL, isDiskFull, noteRefusedWrite } from '../full-disk.ts';
import { isOutage } from '../outage.ts';
import { fromUniqueViolation } from '../unique-violation.ts';
import { errorPage } from './error-page.ts';
import { isPageLoad } from './page-load.ts';

const RetryAfter = z.object({ retry_after: z.number() });

/** The one place where failures become replies. */
export function registerErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
}

/**
 * Replies with a failure. Errors that are no {@link AppError} are logged, and the reply only contains a reference
 * number.
 */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known =
    error instanceof AppError
      ? error
      : (fromUnsafeName(error) ?? fromUniqueViolation(error) ?? fromFullDisk(error) ?? fromOutage(error) ?? fromFramework(error));
  if (known === null || known.code === 'unavailable')
    request.log.error({ err: error, route: request.routeOptions.url, method: request.method }, 'an API call failed');
  if (known?.code === 'too_many') setRetryAfter(reply, known.details);
  const body: ErrorReply =
    known === null
      ? { error: `Something went wrong on the server. Reference: ${request.id}.`, code: 'internal', request_id: request.id }
      : {
          error: known.message,
          code: known.code,
          request_id: request.id,
          ...(known.details === undefined ? {} : { details: known.details }),
        };
  reply.code(known?.status ?? 500);
  return isPageLoad(request.headers)
    ? reply.type('text/html; charset=utf-8').send(errorPage(known?.code ?? 'internal', body.error))
    : reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Programs read the header; the page reads the same number from `details`. */
function setRetryAfter(reply: FastifyReply, details: unknown): void {
  const wait = RetryAfter.safeParse(details);
  if (wait.success) reply.header('retry-after', wait.data.retry_after);
}

/**
 * A name from the caller would mean something else to git. It was rejected before git saw it, with a user-facing text.
 */
function fromUnsafeName(error: Error): AppError | null {
  return error instanceof UnsafeNameError ? invalid([{ path: '', message: error.message }]) : null;
}

function fromFullDisk(error: Error): AppError | null {
  noteRefusedWrite(error);
  return isDiskFull(error) ? unavailable(DISK_FULL) : null;
}

/** Other services report outages as an {@link AppError} of their own. */
function fromOutage(error: Error): AppError | null {
  return isOutage(error) ? unavailable('The database cannot be reached. Try again in a moment.') : null;
}

/** Rewords what the framework rejects before a handler runs; null if the caller isn't at fault. */
function fromFramework(error: Error & { code?: string; statusCode?: number }): AppError | null {
  switch (error.code ?? '') {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge('The request body is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return invalid([{ path: '', message: 'The body must be sent as application/json.' }]);
    case 'FST_ERR_NOT_FOUND':
      return notFound('address');
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? invalid([{ path: '', message: 'The request is malformed.' }])
        : null;
  }
}
