import { createContext } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';

/** The ids of the published lessons, by number. */
export type PublishedTwins = ReadonlyMap<number, number>;

export function publishedTwins(rows: readonly LessonRow[]): PublishedTwins {
  return new Map(rows.flatMap((row) => (row.is_main ? [[row.sequence, row.id]] : [])));
}

/** For the rows of the list: which drafts belong to a published lesson. */
export const PublishedLessons = createContext<PublishedTwins>(new Map());
