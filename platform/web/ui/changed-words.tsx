import type { WordRun } from '#platform/content/word-diff.ts';

/** One side of a text with its changed words marked. */
export function ChangedWords({ runs, side }: { runs: readonly WordRun[]; side: 'before' | 'after' }) {
  const own = side === 'before' ? 'removed' : 'added';
  return runs
    .filter(({ kind }) => kind === 'same' || kind === own)
    .map(({ kind, text }, index) => {
      // Runs have no identity: the same text may occur several times.
      const key = `${index} ${kind}`;
      if (kind === 'same') return <span key={key}>{text}</span>;
      return kind === 'added' ? <ins key={key}>{text}</ins> : <del key={key}>{text}</del>;
    });
}
