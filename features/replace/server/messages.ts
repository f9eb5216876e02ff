import type { SearchKind } from '#features/search/contract/search-kinds.ts';

/** Texts of replacing, for authors. */
export const MESSAGES = {
  changedSince: 'This text changed since the preview. Preview it again.',
  gone: 'It was deleted.',
  tooExpensive: {
    regex: 'Finding all matches here takes too long. Use a simpler pattern.',
    plain: 'This text is so long, or has so many matches, that it takes too long. Change it on its own page.',
  },
  outOfTime: 'The replacement reached its time limit before this text. Preview it again to replace the rest.',
  busy: 'The server is busy with other texts. Try again in a minute.',
  stopped: 'Stopped. Nothing was changed.',
  shallow: 'This lesson is not fully imported yet. Import it to change it.',
  curriculum: 'Texts of courses and paths are changed on their own pages.',
  skill: 'Assessment skills are renamed on their screens.',
  notValid: (problem: string) => `The new text isn’t allowed here: ${problem}`,
  oneLine: 'A title is a single line without control characters.',
  initialPasses: 'The initial code would pass the checks.',
  answerFails: (why: string) => `The answer wouldn’t pass its checks${why === '' ? '.' : `: ${why}`}`,
  unchecked: 'Nothing is checked here.',
} as const;

/** Why texts of some kinds are found but not replaced. */
export const KIND_REASONS: Readonly<Partial<Record<SearchKind, string>>> = {
  file_name: 'Files are renamed on their lesson page.',
  file: 'Files are edited on their lesson page.',
  comment: 'Comments belong to their authors.',
};

/** The first line of a commit: `Replace “a” with “b”`. */
export function replaceSummary(text: string, replacement: string): string {
  return `Replace ${quoted(text)} with ${quoted(replacement)}`;
}

const SHOWN = 24;

function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `“${line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line}”`;
}
