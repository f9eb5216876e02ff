/** Applies the chosen replacements to the current state of lessons and screens. */

import type { LessonEdit } from '#features/bulk-edits/server/index.ts';
import { LESSON_FIELDS, SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import type { SearchQuery } from '#features/search/contract/search.ts';
import { listTexts, setText, type DocumentText, type TextDocument } from '#features/search/rules/document-texts.ts';
import { compileQuery } from '#features/search/rules/matcher.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import { isOneLine } from '#platform/contract/one-line.ts';
import { AppError } from '#platform/server/errors.ts';
import { TaskBudget } from '#platform/server/text-tasks/task-budget.ts';
import type { NoResult } from '#platform/server/text-tasks/text-tasks.ts';
import type { ChosenText } from '../contract.ts';
import { KIND_REASONS, MESSAGES } from './messages.ts';
import type { Replacement } from './replace.task.ts';

/** What is replaced by what, and where. */
export interface ReplacePlan extends Replacement {
  readonly texts: readonly ChosenText[];
}

type Leave = (left: { field: string | null; reason: string }) => void;

/** @throws AppError `refused` for a pattern that can't be searched for */
export function requirePattern(query: SearchQuery): void {
  const compiled = compileQuery(query);
  if ('matcher' in compiled) return;
  const { message, from, to } = compiled.problem;
  throw new AppError('refused', message, { from, to });
}

/** Whether a text of a lesson or screen can be replaced. */
export function isReplaced({ field, kind }: Pick<DocumentText, 'field' | 'kind'>): boolean {
  return KIND_REASONS[kind] === undefined && !field.startsWith('skills/');
}

/** The edits of lessons that carry out a plan. Texts that differ from their preview, or take too long, are left alone. */
export function editsOf({ query, replacement, keeps_case, texts }: ReplacePlan): LessonEdit[] {
  requirePattern(query);
  const replacer = new Replacer({ query, replacement, keeps_case });
  return [...Map.groupBy(texts, ({ lesson_id }) => lesson_id)].map(([lessonId, own]) => {
    const settings = own.filter(({ screen_id }) => screen_id === null);
    const screens = Map.groupBy(
      own.flatMap((text) => (text.screen_id === null ? [] : [{ ...text, screen_id: text.screen_id }])),
      ({ screen_id }) => screen_id,
    );
    return {
      lessonId,
      ...(settings.length === 0
        ? {}
        : {
            lesson: async (stored: StoredLesson, leave: Leave) => {
              const document = { document: 'lesson' as const, fields: stored.fields };
              const { fields } = await replaceIn(document, settings, { replacer, leave, problemOf: lessonProblem });
              return { fields, attached: stored.attached };
            },
          }),
      screens: new Map(
        [...screens].map(([id, chosen]) => [
          id,
          ({ fields, attached }: StoredScreen, leave: Leave) =>
            replaceIn({ document: 'screen' as const, fields, attached }, chosen, { replacer, leave, problemOf: screenProblem }),
        ]),
      ),
    };
  });
}

/** Replaces in texts, one after the other. Once a pattern took too long in one, the others are left alone, too. */
class Replacer {
  readonly #replacement: Replacement;
  readonly #budget = new TaskBudget();
  #problem: string | null = null;

  constructor(replacement: Replacement) {
    this.#replacement = replacement;
  }

  /** The new text, or why it was left alone. */
  async replace(text: string, ranges: ChosenText['ranges']): Promise<{ text: string } | { problem: string }> {
    if (this.#problem !== null) return { problem: this.#problem };
    const done = await this.#budget.run('replaceInText', [this.#replacement, text, ranges]);
    if (typeof done === 'string') {
      const problem = reasonOf(done, this.#replacement.query);
      if (problem !== MESSAGES.tooExpensive.plain) this.#problem = problem;
      return { problem };
    }
    return done.result === null ? { problem: MESSAGES.changedSince } : { text: done.result };
  }
}

/** Why matches aren't replaced, for authors. */
export function reasonOf(reason: NoResult | 'out of time', { mode }: Pick<SearchQuery, 'mode'>): string {
  if (reason === 'busy') return MESSAGES.busy;
  return reason === 'out of time' ? MESSAGES.outOfTime : MESSAGES.tooExpensive[mode];
}

interface Replacing<D> {
  readonly replacer: Replacer;
  readonly leave: Leave;
  readonly problemOf: (before: D, after: D) => string | null;
}

async function replaceIn<D extends TextDocument>(
  before: D,
  chosen: readonly ChosenText[],
  { replacer, leave, problemOf }: Replacing<D>,
): Promise<D> {
  let document = before;
  const current = new Map(listTexts(before).map((text) => [text.field, text]));
  for (const { field, hash, ranges } of chosen) {
    const known = current.get(field);
    const isSame = known !== undefined && contentHash(known.text) === hash;
    const done = isSame && isReplaced(known) ? await replacer.replace(known.text, ranges) : { problem: MESSAGES.changedSince };
    if ('problem' in done) {
      leave({ field, reason: done.problem });
      continue;
    }
    const next = setText(document, field, done.text);
    const problem = problemOf(document, next);
    if (problem === null) document = next;
    else leave({ field, reason: MESSAGES.notValid(problem) });
  }
  return document;
}

/** Why a lesson can't have its new texts; null: it can. */
function lessonProblem({ fields: before }: { fields: LessonFields }, { fields }: { fields: LessonFields }): string | null {
  for (const title of ['title', 'meta_title'] as const)
    if (fields[title] !== before[title] && !isTitle(fields[title])) return MESSAGES.oneLine;
  const checked = LESSON_FIELDS.schema.partial().safeParse(changedOf(before, fields));
  return checked.success ? null : (checked.error.issues[0]?.message ?? '');
}

type Screen = Pick<StoredScreen, 'fields' | 'attached'>;

function screenProblem(before: Screen, { fields, attached }: Screen): string | null {
  if (fields.title !== before.fields.title && !isTitle(fields.title)) return MESSAGES.oneLine;
  const checked = SCREEN_FIELDS.schema.partial().safeParse(changedOf(before.fields, fields));
  if (!checked.success) return checked.error.issues[0]?.message ?? '';
  const items = ScreenContent.pick({ questions: true, tests: true }).partial().safeParse(changedOf(before.attached, attached));
  return items.success ? null : (items.error.issues[0]?.message ?? '');
}

/** Spaces around a title would be removed by its next save. */
function isTitle(text: string): boolean {
  return isOneLine(text) && text === text.trim();
}

function changedOf(before: object, after: object): object {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== (before as Record<string, unknown>)[name]));
}
