import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { contentKey } from '#platform/content/lesson-link.ts';
import type { Finding } from '../contract/finding.ts';
import { PREFLIGHT_RULES } from '../contract/preflight-rules.ts';
import { checkDocuments } from './check-lesson.ts';
import { checkReferences, unknownWords, type LessonIndex } from './check-release.ts';
import { fingerprintOf } from './fingerprint.ts';
import { LessonDocuments } from './lesson-documents.ts';
import { repositoryPath } from './repository-path.ts';
import { spelledWords, type UnknownWords } from './spelling.ts';

/** A finding with its file in a content repository. */
export interface RepositoryFinding extends Finding {
  /** From the root of the repository. */
  readonly path: string;
  /** Why it was accepted; null: it is open. */
  readonly accepted: string | null;
}

/**
 * What is wrong with the lessons of a content repository, as far as their files tell. Builds, datasets, comments and links of other sites
 * are left out: only a server knows them.
 *
 * @param lessons The files of each folder in `lessons/`.
 * @param spell The words that the dictionary doesn't know.
 */
export function checkRepository(
  lessons: ReadonlyMap<string, Files>,
  spell: (words: readonly string[]) => UnknownWords,
): RepositoryFinding[] {
  const read = [...lessons].map(([folder, files]) => {
    const { lesson, problems } = readLesson(files);
    const documents = new LessonDocuments(lesson, files);
    const unknown = spell(spelledWords(documents).map(({ word }) => word));
    return { folder, lesson, report: checkDocuments(documents, unknown), problems };
  });
  const index: LessonIndex = {
    sequences: new Set(read.map(({ lesson }) => lesson.sequence)),
    folders: new Map(read.map(({ folder, report }) => [folder, report])),
    keys: new Map(read.map(({ lesson, report }) => [contentKey(lesson.uuid), report])),
  };
  const words = new Set(
    read.flatMap(({ report }) => report.accepted.filter(({ rule }) => rule === 'spelling').map(({ fingerprint }) => fingerprint)),
  );
  return read.flatMap(({ folder, report, problems }) => [
    ...problems.map(({ path, message }, at) => unreadable(folder, path, message, at)),
    ...[...report.findings, ...unknownWords(report, words), ...checkReferences(report, index)].map(({ changes: _changes, ...finding }) => ({
      ...finding,
      path: repositoryPath(folder, finding.place),
      accepted: report.accepted.find(({ fingerprint }) => fingerprint === finding.fingerprint)?.reason ?? null,
    })),
  ]);
}

function unreadable(folder: string, path: string, message: string, at: number): RepositoryFinding {
  const rule = 'file-unreadable';
  const place = { screen: null, file: path, field: null, line: 1, column: 1, end_line: 1, end_column: 1 };
  return {
    rule,
    severity: PREFLIGHT_RULES[rule].severity,
    place,
    message,
    fingerprint: fingerprintOf(rule, [path, message, at]),
    fix: null,
    path: repositoryPath(folder, place),
    accepted: null,
  };
}
