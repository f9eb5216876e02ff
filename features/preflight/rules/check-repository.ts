import type { Files, LessonContent, Problem } from '#features/content-model/rules/lesson-content.ts';
import { COURSE_FORMAT, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { unknownKeys } from '#features/documents/rules/unknown-keys.ts';
import { contentKey } from '#platform/content/lesson-link.ts';
import { decodeUtf8 } from '#platform/content/text-file.ts';
import { BYTE_ORDER_MARK } from '#platform/content/yaml/document.ts';
import type { Finding } from '../contract/finding.ts';
import type { LinkState } from '../contract/preflight-links.ts';
import { PREFLIGHT_RULES, type PreflightRuleId } from '../contract/preflight-rules.ts';
import { checkDocuments, type LessonReport, type ReportedFinding } from './check-lesson.ts';
import { checkLinks, checkReferences, unknownWords, type LessonIndex } from './check-release.ts';
import { fingerprintOf } from './fingerprint.ts';
import { LessonDocuments } from './lesson-documents.ts';
import { nearest } from './nearest.ts';
import { LESSONS_FOLDER, repositoryPath } from './repository-path.ts';
import { spelledWords, type UnknownWords } from './spelling.ts';
import { PositionedText } from './text-position.ts';

/** A finding with its file in a content repository. */
export interface RepositoryFinding extends Finding {
  /** From the root of the repository. */
  readonly path: string;
  /** Why it was accepted; null: it is open. */
  readonly accepted: string | null;
}

type Folders = ReadonlyMap<string, Files>;

/** A content repository, or the part of it that is checked. */
export interface Repository {
  /** The files of each folder in `lessons/`. */
  readonly lessons: Folders;
  readonly courses?: Folders;
  readonly paths?: Folders;
  /** Lessons that aren't checked themselves: `lesson.yaml` and `preflight.yaml` of each. */
  readonly otherLessons?: Folders;
}

/** A lesson of a repository that was checked. */
export interface CheckedLesson {
  readonly folder: string;
  readonly report: LessonReport;
}

/**
 * What is wrong with the lessons of a content repository, as far as their files tell. Builds, datasets, comments and links of other sites
 * are left out: only a server knows them.
 *
 * @param spell The words that the dictionary doesn't know.
 */
export function checkRepository(
  repository: Repository,
  spell: (words: readonly string[]) => UnknownWords,
): { readonly findings: RepositoryFinding[]; readonly lessons: readonly (CheckedLesson & { readonly lesson: LessonContent })[] } {
  const read = [...repository.lessons].map(([folder, files]) => {
    const { lesson, problems } = readLesson(files);
    const documents = new LessonDocuments(lesson, files);
    const unknown = spell(spelledWords(documents).map(({ word }) => word));
    return { folder, lesson, report: checkDocuments(documents, unknown), problems, files };
  });
  const others = [...(repository.otherLessons ?? [])].map(([folder, files]) => ({ folder, lesson: readLesson(files).lesson }));
  const index: LessonIndex = {
    sequences: new Set([...read, ...others].map(({ lesson }) => lesson.sequence)),
    folders: new Map([
      ...others.map(({ folder }) => [folder, null] as const),
      ...read.map(({ folder, report }) => [folder, report] as const),
    ]),
    keys: new Map([
      ...others.map(({ lesson }) => [contentKey(lesson.uuid), null] as const),
      ...read.map(({ lesson, report }) => [contentKey(lesson.uuid), report] as const),
    ]),
  };
  const words = new Set(
    [...read, ...others].flatMap(({ lesson: { accepted } }) =>
      accepted.filter(({ rule }) => rule === 'spelling').map(({ fingerprint }) => fingerprint),
    ),
  );
  const ofLessons = read.flatMap(({ folder, report, problems, files }) => [
    ...fileFindings(`${LESSONS_FOLDER}/${folder}`, files, problems),
    ...located({ folder, report }, [...report.findings, ...unknownWords(report, words), ...checkReferences(report, index)]),
  ]);
  const ofCurricula = [COURSE_FORMAT, PATH_FORMAT].flatMap((format): RepositoryFinding[] => {
    const folders = format.name === 'course' ? repository.courses : repository.paths;
    return [...(folders ?? [])].flatMap(([folder, files]) => [
      ...fileFindings(`${format.name}s/${folder}`, files, format.read(files).problems),
    ]);
  });
  return { findings: [...ofLessons, ...ofCurricula], lessons: read };
}

/** What requests said about the links of lessons to other sites. */
export function linkFindings(lessons: readonly CheckedLesson[], states: ReadonlyMap<string, LinkState>): RepositoryFinding[] {
  return lessons.flatMap((lesson) => located(lesson, checkLinks(lesson.report, states)));
}

/** Findings of a lesson with their files, and whether they were accepted. */
export function located({ folder, report }: CheckedLesson, findings: readonly ReportedFinding[]): RepositoryFinding[] {
  const reasons = new Map(report.accepted.map(({ fingerprint, reason }) => [fingerprint, reason]));
  return findings.map(({ changes: _changes, ...finding }) => ({
    ...finding,
    path: repositoryPath(folder, finding.place),
    accepted: reasons.get(finding.fingerprint) ?? null,
  }));
}

/** What can't be read in the files of a folder, and keys that reading skips. */
function* fileFindings(folder: string, files: Files, problems: readonly Problem[]): Iterable<RepositoryFinding> {
  const texts = new Map<string, PositionedText>();
  const textOf = (path: string) => {
    const text = texts.get(path) ?? new PositionedText(decodeUtf8(files.get(path) ?? new Uint8Array()).replace(BYTE_ORDER_MARK, ''));
    texts.set(path, text);
    return text;
  };
  const found = (rule: PreflightRuleId, path: string, message: string, at: number | undefined, about: number): RepositoryFinding => {
    const { line, column } = at === undefined ? { line: 1, column: 1 } : textOf(path).at(at);
    const end_column = at === undefined ? 1 : textOf(path).line(line).length + 1;
    const place = { screen: null, file: path, field: null, line, column, end_line: line, end_column };
    const fingerprint = fingerprintOf(rule, [path, message, about]);
    return {
      rule,
      severity: PREFLIGHT_RULES[rule].severity,
      place,
      message,
      fingerprint,
      fix: null,
      path: `${folder}/${path}`,
      accepted: null,
    };
  };
  for (const [index, { path, message, at }] of problems.entries()) yield found('file-unreadable', path, message, at, index);
  for (const [path, bytes] of files) {
    if (!path.endsWith('.yaml')) continue;
    for (const [index, { key, known, at }] of unknownKeys(`${folder}/${path}`, decodeUtf8(bytes)).entries()) {
      const meant = nearest(key, known);
      const hint = meant === null ? '' : ` Did you mean “${meant}”?`;
      yield found('key-unknown', path, `The key “${key}” isn’t read.${hint}`, at, index);
    }
  }
}
