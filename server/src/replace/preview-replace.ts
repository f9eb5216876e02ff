/** What a replacement would change, from the current rows: the index of the search may be a second behind. */

import { READ_ONLY_TEXTS, readOnlyReason } from '#contract/lessons.policy.ts';
import type { PreviewedReplacement, PreviewedText, ReplacePreview } from '#contract/replace.ts';
import type { Actor } from '#contract/roles.ts';
import type { SearchQuery } from '#contract/search.ts';
import { contentHash } from '#content/content-hash.ts';
import { listTexts, type TextDocument } from '#content/search/document-texts.ts';
import type { Matcher } from '#content/search/matcher.ts';
import { isOfKinds, replacementOf, textChanges } from '#content/search/replace-text.ts';
import { findLesson, listStoredScreens, stateFor, type StoredLesson } from '#server/lessons/index.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findTexts, type FoundText } from '#server/search/index.ts';
import { isReplaced, matcherOf } from './apply-plan.ts';
import { KIND_REASONS, MESSAGES } from './messages.ts';

interface Search {
  readonly query: SearchQuery;
  readonly matcher: Matcher;
  /** As the matcher reads it. */
  readonly replacement: string;
}

/**
 * Finds what matches, and shows each match with its replacement. Texts that can't be changed are listed with the reason.
 *
 * @throws AppError `refused` for a pattern that can't be searched for
 */
export async function previewReplace(
  platform: Platform,
  actor: Actor,
  { query, replacement }: { query: SearchQuery; replacement: string },
): Promise<ReplacePreview> {
  const { texts, stopped } = await findTexts(platform, actor, query);
  const search = { query, matcher: matcherOf(query), replacement: replacementOf(query.mode, replacement) };
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
  { lesson, found, search }: { lesson: StoredLesson; found: readonly FoundText[]; search: Search },
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
  const texts = [
    ...(inLesson ? previewTexts({ document: 'lesson', fields: lesson.fields }, none, search) : []),
    ...screens.flatMap(({ id, sequence, fields, attached }) =>
      previewTexts(
        { document: 'screen', fields, attached },
        { screen_id: id, screen_sequence: sequence, screen_title: fields.title },
        search,
      ),
    ),
  ];
  const entry: PreviewedReplacement = { id: lesson.id, ...about, texts };
  if (texts.length > 0) preview.lessons.push(entry);
}

type Screen = Pick<PreviewedText, 'screen_id' | 'screen_sequence' | 'screen_title'>;

function previewTexts(document: TextDocument, screen: Screen, { query, matcher, replacement }: Search): PreviewedText[] {
  return listTexts(document)
    .filter(isReplaced)
    .flatMap(({ field, kind, label, text }) => {
      if (query.kinds.length > 0 && !query.kinds.includes(kind) && !query.kinds.includes('alt')) return [];
      const changes = textChanges(text, matcher, replacement, isOfKinds(query.kinds, kind, text));
      return changes.length === 0 ? [] : [{ ...screen, field, kind, label, hash: contentHash(text), changes }];
    });
}

function countMatches(texts: readonly FoundText[]): number {
  return texts.reduce((sum, { ranges }) => sum + ranges.length, 0);
}
