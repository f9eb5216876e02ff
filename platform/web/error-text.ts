import { ApiError } from '#platform/contract/client.ts';
import type { InvalidDetails } from '#platform/contract/errors.ts';

/** The server's message for a failure, or else `fallback`; with the reason, if the server could not be reached. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.code === 'internal') return fallback;
  return error.code === 'unreachable' ? withReason(fallback, error.message) : error.message;
}

/** `text`, followed by the server's message if there is one. */
export function failureText(error: unknown, text: string): string {
  return withReason(text, errorText(error, ''));
}

/** Why something could not be loaded: `failed` with the status of the reply, or `unanswered` if there was none. */
export function loadFailureText(error: unknown, { failed, unanswered }: { failed: string; unanswered: string }): string {
  if (!(error instanceof ApiError) || error.status === 0) return failureText(error, unanswered);
  return failureText(error, `${failed}: ${error.status} ${error.statusText}`.trim());
}

function withReason(text: string, reason: string): string {
  if (text === '' || reason === '') return text || reason;
  return `${/[.!?]$/.test(text) ? text : `${text}.`} ${reason}`;
}

/** The server's messages by field; empty when the failure was not about fields. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return {};
  const { fields } = (error.details ?? { fields: [] }) as InvalidDetails;
  return Object.fromEntries(fields.map((field) => [field.path.replace(/^body\./, '').split('.')[0] ?? '', field.message]));
}
