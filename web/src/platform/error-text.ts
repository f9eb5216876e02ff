import { ApiError } from '#contract/client.ts';
import type { InvalidDetails } from '#contract/errors.ts';

/** The server's own words for a failure where it had some (A §7), else the text of the catalogue for this action. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  return error.code === 'internal' ? fallback : error.message;
}

/** The text of the catalogue for this action, and behind it the server's own words where it had some. */
export function failureText(error: unknown, text: string): string {
  const reason = errorText(error, '');
  return reason === '' ? text : `${text} ${reason}`;
}

/** What the server found wrong with each field, by field name; empty where the failure was about none. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return {};
  const { fields } = (error.details ?? { fields: [] }) as InvalidDetails;
  return Object.fromEntries(fields.map((field) => [field.path.replace(/^body\./, '').split('.')[0] ?? '', field.message]));
}
