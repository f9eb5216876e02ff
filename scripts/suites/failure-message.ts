import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Enough for expected and actual values. */
const MESSAGE_LINES = 24;

interface ReportedError {
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
  readonly diff?: string | undefined;
}

/** The attachment of a failed browser test with what a page showed, as Playwright's snapshot. */
export const PAGE_ATTACHMENT = 'page';

/** Enough for a dialog with its form and a message. */
const PAGE_LINES = 40;

/** What speaks to the person in front of a page, in Playwright's snapshots. */
const SPOKEN = /^\s*- (?:alert|dialog|status)\b/;

/** The dialogs and messages of a page, from Playwright's snapshot of it: a list in which what is inside of something is indented. */
export function spokenBy(snapshot: string): string {
  let inside: number | null = null;
  const spoken = snapshot.split('\n').filter((line) => {
    const depth = line.search(/\S/);
    if (inside === null || depth <= inside) inside = SPOKEN.test(line) ? depth : null;
    return inside !== null;
  });
  return spoken.slice(0, PAGE_LINES).join('\n');
}

/** The message of an error, its difference if it has one, and the first place of the project in its stack. */
export function failureMessage(errors: readonly ReportedError[] | undefined, root: string): string {
  const [error] = errors ?? [];
  if (!error) return '';
  const lines = stripVTControlCharacters([error.message, error.diff].filter(Boolean).join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MESSAGE_LINES);
  return [...lines, ...placeIn(stripVTControlCharacters(error.stack ?? ''), root)].join('\n');
}

function placeIn(stack: string, root: string): string[] {
  const line = stack.split('\n').find((each) => /:\d+:\d+\)?$/.test(each) && each.includes(root) && !each.includes('node_modules'));
  const place = line?.slice(line.indexOf(root)).replace(/\)$/, '');
  return place === undefined ? [] : [`at ${relative(root, place)}`];
}
