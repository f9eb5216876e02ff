/** Names how one text became another, so that the same change on several screens is found. */

import { pattern } from './run-texts.ts';

/** `key`: equal for the same kind of change. `title`: in one sentence. */
export interface TextChange {
  readonly key: string;
  readonly title: string;
}

/** Longer pieces say nothing in a title, and are hardly the same on two screens. */
const LONGEST = 60;
/** Longest repeated part that counts once, in characters. */
const LONGEST_UNIT = 40;
const TOKEN = /[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|\w+(?:\.\w+)*|\s+|[^\w\s]/gi;

/** @param what the thing that changed, such as `The output`. */
export function changeOfText(what: string, today: string, candidate: string): TextChange {
  const [before, after] = firstChange(today.split('\n'), candidate.split('\n'));
  if (joined(today) === joined(candidate)) return { key: 'spacing', title: `${what} has different spacing.` };
  if (after === null) return { key: 'missing', title: `${what} lacks lines.` };
  if (before === null) return { key: 'added', title: `${what} has more lines.` };
  const [gone, come] = firstChange(before.match(TOKEN) ?? [], after.match(TOKEN) ?? [], true);
  const [old, fresh] = [once(pattern(gone ?? '')), once(pattern(come ?? ''))];
  if (old === fresh)
    return old === 'N' ? { key: 'numbers', title: `${what} has different numbers.` } : { key: 'other', title: `${what} is different.` };
  if (Math.max(old.length, fresh.length) > LONGEST) return { key: 'other', title: `${what} is different.` };
  const key = `${old} → ${fresh}`;
  if (old === '') return { key, title: `${what} has “${fresh}” in addition.` };
  if (fresh === '') return { key, title: `${what} lacks “${old}”.` };
  return { key, title: `${what} has “${fresh}” instead of “${old}”.` };
}

/** The same thing many times counts as once: a list of numbers is no other change than one number. */
function once(text: string): string {
  const items = text.split(/[,;\s]+/);
  if (items.includes('')) return text;
  const gaps = text.match(/[,;\s]+/g) ?? [];
  for (let length = 1; length <= items.length / 2; length++) {
    const unit = items.slice(0, length).reduce((joined, item, at) => joined + (gaps[at - 1] ?? '') + item);
    if (unit.length > LONGEST_UNIT) break;
    if (items.length % length === 0 && repeats(items, length) && repeats(gaps, length, length - 1)) return unit;
  }
  return text;
}

/** Whether each item is the one `length` before it. The item at `free` of each unit may be any. */
function repeats(items: readonly string[], length: number, free: number | null = null): boolean {
  return items.every((item, at) => at % length === free || item === items[at % length]);
}

function joined(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/**
 * The first item that differs on both sides; null: that side has ended. With `isWhole`: everything between the shared beginning and
 * the shared end.
 */
function firstChange(today: readonly string[], candidate: readonly string[], isWhole = false): [string | null, string | null] {
  let start = 0;
  while (start < Math.min(today.length, candidate.length) && today[start] === candidate[start]) start += 1;
  if (!isWhole) return [today[start] ?? null, candidate[start] ?? null];
  let end = 0;
  const most = Math.min(today.length, candidate.length) - start;
  while (end < most && today[today.length - 1 - end] === candidate[candidate.length - 1 - end]) end += 1;
  return [today.slice(start, today.length - end).join(''), candidate.slice(start, candidate.length - end).join('')];
}
