import { mergeRegions } from './merge-regions.ts';

/** A piece of text, and whether only one of the two versions has it. */
export interface WordRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Words, runs of white space, and single other characters: together the whole text. */
const WORD = /\p{L}[\p{L}\p{M}\p{N}’'_]*|\p{N}+|\s+|[^\p{L}\p{N}\s]/gu;

/** Splits a text into the pieces that {@link diffWords} compares. */
export function splitWords(text: string): string[] {
  return text.match(WORD) ?? [];
}

/**
 * The changes from one text to the other, word by word. Removed words come before their replacements. White space between two
 * changed words counts as changed, so that a rewritten sentence isn't a patchwork.
 */
export function diffWords(before: string, after: string): WordRun[] {
  const old = splitWords(before);
  const runs: { kind: WordRun['kind']; old: string; text: string }[] = [];
  for (const { kind, base, mine } of mergeRegions(old, splitWords(after), old)) {
    if (kind === 'same') runs.push({ kind: 'same', old: base.join(''), text: base.join('') });
    else runs.push({ kind: 'added', old: base.join(''), text: mine.join('') });
  }
  const joined: typeof runs = [];
  runs.forEach((run, index) => {
    const isGap = run.kind === 'same' && /^\s+$/.test(run.text) && index > 0 && index < runs.length - 1;
    const last = joined.at(-1);
    const changed = run.kind === 'added' || isGap;
    if (changed && last?.kind === 'added')
      joined[joined.length - 1] = { kind: 'added', old: last.old + run.old, text: last.text + run.text };
    else joined.push({ ...run });
  });
  return joined.flatMap(({ kind, old: removed, text }): WordRun[] => {
    if (kind === 'same') return [{ kind, text }];
    return [
      ...(removed === '' ? [] : [{ kind: 'removed' as const, text: removed }]),
      ...(text === '' ? [] : [{ kind: 'added' as const, text }]),
    ];
  });
}

/** The part of the words that both versions have, from 0 to 1. White space and punctuation don't count. */
export function likeness(runs: readonly WordRun[]): number {
  const count = (kind: WordRun['kind']) =>
    runs.filter((run) => run.kind === kind).reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  const same = count('same');
  const all = same + Math.max(count('added'), count('removed'));
  return all === 0 ? 0 : same / all;
}
