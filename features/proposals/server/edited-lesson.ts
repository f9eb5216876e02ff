/** A lesson with a proposed change, in memory. */

import { LESSON_FIELDS, SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import type { LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { findLesson, lessonContentOf, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { mergeSave } from '#features/revisions/server/index.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { listStoredScreens, questionsOf, screenContentOf, turnsChecksOn, type StoredScreen } from '#features/screens/server/index.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import type { Db } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { ProposedScreenFields } from '../contract.ts';
import { MESSAGES } from './messages.ts';

/** What a proposal is about, as it is stored. */
export interface ProposalSubject {
  readonly lesson: StoredLesson;
  readonly content: LessonContent;
  /** Null: the texts of the lesson. */
  readonly screen: StoredScreen | null;
}

/** The same with the change. */
export interface EditedLesson {
  readonly content: LessonContent;
  /** Null: the texts of the lesson. */
  readonly screen: StoredScreen | null;
}

interface Address {
  readonly lesson_id: number;
  readonly screen_id: number | null;
}

/** Reads a lesson in one state. @throws AppError `not_found` */
export async function readSubject(db: Db, { lesson_id, screen_id }: Address): Promise<ProposalSubject> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const lesson = await findLesson(tx, lesson_id);
      if (!lesson) throw notFound('lesson');
      const screens = await listStoredScreens(tx, lesson_id);
      const screen = screen_id === null ? null : screens.find(({ id }) => id === screen_id);
      if (screen === undefined) throw notFound('screen');
      return { lesson, screen, content: { ...(await lessonContentOf(tx, lesson)), screens: screens.map(screenContentOf) } };
    });
}

interface Change {
  readonly base_revision: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Merges a change, made from a revision, into what is stored.
 *
 * @throws AppError `conflict` with both sides; `refused` if it changes nothing; `invalid` for an unknown revision or question.
 */
export async function withChange(
  db: Db,
  { lesson, content, screen }: ProposalSubject,
  { base_revision, fields }: Change,
): Promise<EditedLesson> {
  if (screen === null) {
    const input = fields as Partial<LessonFields>;
    const merged = await mergeSave<LessonFields>(db, { lesson_id: lesson.id }, LESSON_FIELDS, base_revision, input, lesson);
    if (isSame(merged, lesson.fields)) throw refused(MESSAGES.same);
    return { content: { ...content, fields: merged }, screen: null };
  }
  const { multipleChoiceQuestions, ...texts } = fields as ProposedScreenFields;
  const input = texts as Partial<ScreenFields>;
  const merged = await mergeSave<ScreenFields>(db, { screen_id: screen.id }, SCREEN_FIELDS, base_revision, input, screen);
  const questions = multipleChoiceQuestions ? await questionsOf(db, screen, multipleChoiceQuestions) : screen.attached.questions;
  const edited: StoredScreen = { ...screen, fields: merged, attached: { ...screen.attached, questions: [...questions] } };
  if (isSame(screenContentOf(edited), screenContentOf(screen))) throw refused(MESSAGES.same);
  const next = screenContentOf(edited);
  // The save of the first custom check turns custom checking on.
  const isOn = lesson.fields.custom_check_enabled || (await turnsChecksOn(db, lesson.fields, screen, merged.custom_check_code));
  return {
    screen: edited,
    content: {
      ...content,
      fields: { ...content.fields, custom_check_enabled: isOn },
      screens: content.screens.map((each) => (each.uuid === next.uuid ? next : each)),
    },
  };
}

/** Identifies the questions that a change was made from: they can't be merged. */
export function questionsHash(screen: StoredScreen | null): string {
  return contentHash(screen?.attached.questions ?? []);
}

/** The content of a screen in a lesson; null: the change is about its texts. */
export function contentOfScreen({ screen }: EditedLesson | ProposalSubject): ScreenContent | null {
  return screen && screenContentOf(screen);
}

function isSame(one: object, other: object): boolean {
  return contentHash(one) === contentHash(other);
}
