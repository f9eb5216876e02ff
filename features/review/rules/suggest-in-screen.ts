import { type LineAnchor, replaceLines } from '#features/comments/rules/line-anchor.ts';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { readScreen } from '#features/documents/rules/read-screen.ts';
import { writeScreen } from '#features/documents/rules/write-screen.ts';
import { fileToText, textToFile } from '#platform/content/text-file.ts';
import type { Language } from '#platform/contract/languages.ts';

/** What can be suggested in files that hold more than one text. */
type Suggested = Pick<ScreenContent, 'questions' | 'tests'>;

interface Suggestion {
  /** Relative to the folder of the lesson. */
  readonly path: string;
  /** The file as it is in git, where authors may have written it by hand; null: unknown. */
  readonly inGit: string | null;
  readonly anchor: LineAnchor;
  readonly replacement: string;
}

/**
 * The questions and tests of a screen with some lines of one of its files replaced. `outdated`: the lines have changed. `problem`: why
 * the file can't be read any more with the new lines.
 */
export function suggestInScreen(
  screen: ScreenContent,
  language: Language | null,
  { path, inGit, anchor, replacement }: Suggestion,
): Suggested | 'outdated' | { problem: string } {
  const read = (text: string | null): { found: Suggested; text: string | null; problem: string | null } => {
    const files = new Map<string, Uint8Array>();
    writeScreen(files, { screen: undefined, language: null }, { screen, language });
    if (text !== null) files.set(path, textToFile(text));
    const problems: string[] = [];
    const { questions, tests } = readScreen(files, screen.folder, language, () => (problem) => void problems.push(problem));
    const file = files.get(path);
    return { found: { questions, tests }, text: file ? fileToText(file) : null, problem: problems[0] ?? null };
  };
  const stored = read(null);
  const written = inGit === null ? null : read(inGit);
  // The file in git counts as long as it says what is stored.
  const isSame = written !== null && JSON.stringify(written.found) === JSON.stringify(stored.found);
  const current = isSame ? inGit : stored.text;
  const next = current === null ? null : replaceLines(current, anchor, replacement);
  if (next === null) return 'outdated';
  const { found, problem } = read(next);
  return problem === null ? found : { problem };
}
