/** What a replacement would change, from the current rows: the index of the search may be a second behind. */

import { findLesson, stateFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { READ_ONLY_TEXTS, readOnlyReason } from '#features/lessons/lessons.policy.ts';
import { listStoredScreens } from '#features/screens/server/index.ts';
import type { SearchQuery } from '#features/search/contract/search.ts';
import { listTexts, type TextDocument } from '#features/search/rules/document-texts.ts';
import { findTexts, type FoundText } from '#features/search/server/index.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { runTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { PreviewedReplacement, PreviewedText, ReplacePreview } from '../contract.ts';
import { isReplaced, reasonOf, requirePattern } from './apply-plan.ts';
import { KIND_REASONS, MESSAGES } from './messages.ts';
import type { Replacement } from './replace.task.ts';

/**
 * Finds what matches, and shows each match with its replacement. Texts that can't be changed are listed with the reason.
 *
 * @throws AppError `refused` for a pattern that can't be searched for
 */
export async function previewReplace(platform: Platform, actor: Actor, search: Replacement): Promise<ReplacePreview> {
  requirePattern(search.query);
  const { texts, stopped } = await findTexts(platform, actor, search.query);
  const preview: ReplacePreview = { lessons: [], others: [], stopped };
  const inCurricula = texts.filter(({ lesson_id }) => lesson_id === null);
  if (inCurricula.length > 0) {
    const matches = countMatches(inCurricula);
    const about = { lesson_id: null, sequence: null, title: 'Courses and paths', release_name: null, label: null };
    preview.others.push({ ...about, matches, reason: MESSAGES.curriculum });
  }
  for (const [lessonId, found] of Map.groupBy(texts, ({ lesson_id }) => lesson_id)) {
    const lesson = lessonId === null ? undefined : await findLesson(platform.db, lessonId);
    if (lesson) await previewLesson(platform, actor, preview, { lesson, found, search });
  }
  const byNumber = (one: { sequence: number | null }, other: { sequence: number | null }) => (one.sequence ?? 0) - (other.sequence ?? 0);
  return { ...preview, lessons: preview.lessons.toSorted(byNumber), others: preview.others.toSorted(byNumber) };
}

async function previewLesson(
  platform: Platform,
  actor: Actor,
  preview: ReplacePreview,
  { lesson, found, search }: { lesson: StoredLesson; found: readonly FoundText[]; search: Replacement },
): Promise<void> {
  const about = { sequence: lesson.sequence, title: lesson.fields.title, release_name: lesson.release_name };
  const refuse = (label: string | null, matches: number, reason: string) =>
    preview.others.push({ lesson_id: lesson.id, ...about, label, matches, reason });
  const readOnly = readOnlyReason(actor, stateFor(actor, lesson));
  if (readOnly !== null) {
    refuse(null, countMatches(found), READ_ONLY_TEXTS[readOnly]);
    return;
  }
  for (const { kind, label, ranges, field } of found) {
    const reason = KIND_REASONS[kind] ?? (field.startsWith('skills/') ? MESSAGES.skill : undefined);
    if (reason !== undefined) refuse(label, ranges.length, reason);
  }
  const inLesson = found.some(({ document }) => document === 'lesson');
  const screenIds = new Set(found.flatMap(({ document, document_id }) => (document === 'screen' ? [document_id] : [])));
  const screens = screenIds.size === 0 ? [] : (await listStoredScreens(platform.db, lesson.id)).filter(({ id }) => screenIds.has(id));
  const none = { screen_id: null, screen_sequence: null, screen_title: null };
  const listed = [
    ...(inLesson ? textsOf({ document: 'lesson', fields: lesson.fields }, none, search.query) : []),
    ...screens.flatMap(({ id, sequence, fields, attached }) =>
      textsOf(
        { document: 'screen', fields, attached },
        { screen_id: id, screen_sequence: sequence, screen_title: fields.title },
        search.query,
      ),
    ),
  ];
  // Where a pattern took too long in one lesson, it would in the others as well.
  const hasGivenUp = preview.others.some(({ reason }) => reason === MESSAGES.tooExpensive.regex);
  const done = hasGivenUp
    ? 'too expensive'
    : await runTextTask('listReplacements', [search, listed.map(({ kind, text }) => ({ kind, text }))]);
  if (typeof done === 'string') {
    refuse(null, countMatches(found), reasonOf(done, search.query));
    return;
  }
  const texts = listed.flatMap(({ text, ...place }, index): PreviewedText[] => {
    const changes = done.result[index] ?? [];
    return changes.length === 0 ? [] : [{ ...place, hash: contentHash(text), changes }];
  });
  const entry: PreviewedReplacement = { id: lesson.id, ...about, texts };
  if (texts.length > 0) preview.lessons.push(entry);
}

type Screen = Pick<PreviewedText, 'screen_id' | 'screen_sequence' | 'screen_title'>;

type ListedText = Omit<PreviewedText, 'hash' | 'changes'> & { readonly text: string };

/** The texts of a document in which something may be replaced. */
function textsOf(document: TextDocument, screen: Screen, { kinds }: SearchQuery): ListedText[] {
  return listTexts(document)
    .filter((each) => isReplaced(each) && (kinds.length === 0 || kinds.includes(each.kind) || kinds.includes('alt')))
    .map(({ field, kind, label, text }) => ({ ...screen, field, kind, label, text }));
}

function countMatches(texts: readonly FoundText[]): number {
  return texts.reduce((sum, { ranges }) => sum + ranges.length, 0);
}
