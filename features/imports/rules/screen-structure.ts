import { isTerminal, LANGUAGES, type Language } from '#platform/contract/languages.ts';
import type { ScreenStructure } from '../contract/import-file.ts';
import { SCREEN_LEVEL, type Cell } from './cells.ts';

interface SuggestedStructure {
  readonly structure: ScreenStructure;
  /** For the author. */
  readonly reason: string;
}

/** Which structure suits a document, and why. */
export function suggestStructure(cells: readonly Cell[], language: Language | null): SuggestedStructure {
  const counts = countCode(cells, language);
  if (counts.code + counts.exercises === 0) return { structure: 'heading', reason: 'The file has no code that runs.' };
  if (counts.exercises > 0 && counts.exercises >= counts.code) return { structure: 'exercise', reason: 'Most of its code is exercises.' };
  if (isTerminal(language)) return { structure: 'heading', reason: 'Its commands are in the text, beside one terminal for each section.' };
  if (language !== null && LANGUAGES[language].isQuery) return { structure: 'cell', reason: 'Each query has its own result.' };
  // Sections of one or two cells read well as they are.
  const isLong = counts.code > CELLS_OF_SECTION * counts.sections;
  return isLong
    ? { structure: 'heading', reason: `Its ${counts.sections === 1 ? 'section has' : 'sections have'} several code cells each.` }
    : { structure: 'cell', reason: 'Its sections have one or two code cells each.' };
}

/** Code cells that a section has on average at most, if each is a screen. */
const CELLS_OF_SECTION = 2;

function countCode(cells: readonly Cell[], language: Language | null) {
  const counts = { code: 0, exercises: 0, sections: 0 };
  let hasCode = false;
  for (const cell of cells) {
    if (cell.kind === 'heading' && cell.level <= SCREEN_LEVEL) hasCode = false;
    if (cell.kind !== 'code' || cell.is_hidden || cell.language !== language) continue;
    if (cell.exercise !== null) {
      counts.exercises++;
      continue;
    }
    counts.code++;
    if (!hasCode) counts.sections++;
    hasCode = true;
  }
  return counts;
}
