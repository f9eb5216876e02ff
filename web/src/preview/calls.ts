import { api as routes } from '#contract/api.ts';
import { ApiError, createClient } from '#contract/client.ts';
import { newUuid } from '#web/platform/uuid.ts';

/** The API client of the learner's view; calls throw `ApiError`. */
export const api = createClient(routes);

/** The token of this build: the second part of the address. */
export const token = location.pathname.split('/')[2] ?? '';

/** Distinguishes people who use the same link, while their tab is open. */
export const visitor = ownVisitor();

/** The server's message, or a general one. */
export function failure(error: unknown): string {
  return error instanceof ApiError && error.code !== 'internal'
    ? error.message.replace(' Your work is kept in this browser.', '')
    : 'Something went wrong. Try again.';
}

function ownVisitor(): string {
  const name = 'preview-visitor';
  const known = remembered(name);
  if (typeof known === 'string') return known;
  const id = newUuid();
  remember(name, id);
  return id;
}

/** A value stored for this tab; null: none, or storage is unavailable. */
export function remembered(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage full or blocked: a reload starts over.
  }
}
