import { expect, it } from 'vitest';
import { whyCannotRun } from './why-cannot-run.ts';

const offers = { versions: { python: ['3.12', '3.13'], sql: [], cli: [] }, reason: null };

it.each([
  { language: 'python', language_version: '3.13' },
  { language: 'python', language_version: null },
  { language: 'sql', language_version: null },
  { language: null, language_version: null },
] as const)('says nothing of a lesson that can run: $language $language_version', (lesson) => {
  expect(whyCannotRun(lesson, offers)).toBeNull();
});

it('names the versions that a runner has instead', () => {
  const text = whyCannotRun({ language: 'python', language_version: '3.11' }, offers);
  expect(text).toContain('No runner has Python 3.11');
  expect(text).toContain('Choose 3.12 or 3.13 in its settings');
});

it('names a language that no runner has', () => {
  expect(whyCannotRun({ language: 'r', language_version: null }, offers)).toContain('No runner has R');
});

it('says why no code can run', () => {
  const nothing = { versions: {}, reason: 'No code can run: bubblewrap is not installed.' };
  expect(whyCannotRun({ language: 'cli', language_version: null }, nothing)).toBe(nothing.reason);
  expect(whyCannotRun({ language: null, language_version: null }, nothing)).toBeNull();
});

it('says nothing while no runner responds', () => {
  expect(whyCannotRun({ language: 'python', language_version: '3.11' }, { versions: {}, reason: null })).toBeNull();
});
