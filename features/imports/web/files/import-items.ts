import { IMPORTED_ENDINGS } from '../../contract/endings.ts';
import type { ImportReport } from '../../contract/import-file.ts';
import { MESSAGES } from './messages.ts';

/**
 * A file in the dialog:
 *
 *     reading ──▶ ready ──▶ sending ──▶ done
 *        │          ▲          │
 *        ▼          └─ failed ◀┘
 *     refused
 */
export type ItemState =
  | { is: 'reading' }
  | { is: 'refused'; error: string }
  | { is: 'ready'; report: ImportReport }
  | { is: 'sending'; report: ImportReport }
  | { is: 'failed'; report: ImportReport; error: string }
  | { is: 'done'; report: ImportReport; lessonId: number };

export interface ImportItem {
  id: string;
  file: File;
  /** As entered. */
  number: string;
  title: string;
  state: ItemState;
}

/** The next free numbers, after the highest known one and those of other files. */
export function suggestNumbers(known: readonly number[], items: readonly Pick<ImportItem, 'number'>[], count: number): string[] {
  const highest = Math.max(0, ...known, ...items.map((item) => Number(item.number)));
  return Array.from({ length: count }, (_, index) => String(highest + 1 + index));
}

/** What is wrong with the number of a file; null: nothing. */
export function numberProblem(item: ImportItem, items: readonly ImportItem[]): string | null {
  if (item.state.is === 'done' || item.state.is === 'refused') return null;
  if (item.number === '') return MESSAGES.numberMissing;
  const isTwice = items.some(
    (other) => other.id !== item.id && other.state.is !== 'refused' && Number(other.number) === Number(item.number),
  );
  return isTwice ? MESSAGES.numberTwice : null;
}

/** The files that Import would import. */
export function itemsToSend(items: readonly ImportItem[]): ImportItem[] {
  return items.filter(({ state }) => state.is === 'ready' || state.is === 'failed');
}

/** The files that other options change: also those that are still being read with the old ones. */
export function itemsToRead(items: readonly ImportItem[]): ImportItem[] {
  return items.filter(({ state }) => ['reading', 'ready', 'failed'].includes(state.is));
}

/** Whether a file can be imported, judged by its name. */
export function isImportable(name: string): boolean {
  return IMPORTED_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}
