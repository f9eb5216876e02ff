import type { ErrorCode } from '#platform/contract/errors.ts';
import { escapeHtml, plainPage } from './plain-page.ts';

const TITLES: Readonly<Partial<Record<ErrorCode, string>>> = {
  too_many: 'Please wait a moment',
  unavailable: 'Not available at the moment',
  not_found: 'Not found',
  signed_out: 'You are signed out',
};

const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  too_many:
    'Nothing is lost, and your account is as it was. Everyone behind the same network address counts together. If this happens often, ask the people who run Lessonwright to raise the limit.',
  unavailable: 'Saved changes are kept. If this lasts longer than a few minutes, tell the people who run Lessonwright.',
  internal: 'If it happens again, send this reference to the people who run Lessonwright.',
};

/** Shows a failed call to a person who opened its address in a browser. */
export function errorPage(code: ErrorCode, text: string): string {
  const advice = ADVICE[code];
  const next = code === 'signed_out' ? '<a href="/login">Log in</a>' : '<a href="">Try again</a>';
  return plainPage(
    TITLES[code] ?? 'Something went wrong',
    `<div role="alert">${escapeHtml(text)}</div>
${advice === undefined ? '' : `<p>${advice}</p>\n`}<p>${next} · <a href="/">To the lessons</a></p>`,
    null,
  );
}
