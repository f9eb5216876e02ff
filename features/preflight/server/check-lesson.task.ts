import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { checkDocuments, type LessonReport } from '../rules/check-lesson.ts';
import { LessonDocuments } from '../rules/lesson-documents.ts';
import { namesAmong, spelledWords, type UnknownWords } from '../rules/spelling.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    listWords: typeof listWords;
    listNames: typeof listNames;
    checkContent: typeof checkContent;
  }
}

/** The words that the dictionary is asked for. */
export function listWords(lesson: LessonContent): string[] {
  return spelledWords(new LessonDocuments(lesson)).map(({ word }) => word);
}

/** Those of `words`, in small letters, that are names in the code or the texts of the lesson. */
export function listNames(lesson: LessonContent, words: readonly string[]): string[] {
  return namesAmong(new LessonDocuments(lesson), words);
}

/** What the rules of preflight find in one lesson. */
export function checkContent(lesson: LessonContent, unknown: UnknownWords): LessonReport {
  return checkDocuments(new LessonDocuments(lesson), unknown);
}
