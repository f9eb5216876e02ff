import { ApiError } from '#contract/client.ts';
import type { InvalidDetails } from '#contract/errors.ts';

/** The server's message for a failure, or else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.code === 'internal' ? fallback : error.message;
}

/** `text`, followed by the server's message if there is one. */
export function failureText(error: unknown, text: string): string {
  const reason = errorText(error, '');
  return reason === '' ? text : `${text} ${reason}`;
}

/** The server's messages by field; empty when the failure was not about fields. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return {};
  const { fields } = (error.details ?? { fields: [] }) as InvalidDetails;
  return Object.fromEntries(fields.map((field) => [field.path.replace(/^body\./, '').split('.')[0] ?? '', field.message]));
}
