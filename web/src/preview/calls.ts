import { api as routes } from '#contract/api.ts';
import { ApiError, createClient } from '#contract/client.ts';
import { newUuid } from '#web/platform/uuid.ts';

/** The calls of the learner's view; each throws `ApiError`. */
export const api = createClient(routes);

/** What opens this build: the second part of the page's address. */
export const token = location.pathname.split('/')[2] ?? '';

/** Tells two people with one link apart, for as long as their pages are open. */
export const visitor = ownVisitor();

/** The server's own words, or what may be wrong. */
export function failure(error: unknown): string {
  return error instanceof ApiError && error.code !== 'internal'
    ? error.message.replace(' Your work is kept in this browser.', '')
    : 'Something went wrong. Try again.';
}

function ownVisitor(): string {
  const name = 'preview-visitor';
  const known = remembered(name);
  if (typeof known === 'string') return known;
  const made = newUuid();
  remember(name, made);
  return made;
}

/** What this tab knows under a name; null: nothing, or the browser keeps nothing. */
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
    // Full, or not allowed: then a reload begins afresh.
  }
}
