/** Builds the reply about a screen. */

import { getUserNames } from '#features/accounts/server/index.ts';
import { commitStatusOfScreens } from '#features/changes/server/index.ts';
import { tooLarge } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MARKDOWN_TEXTS, renderAll } from '../contract/screen-texts.ts';
import type { ListedScreen, Screen } from '../contract/screens.ts';
import { lessonSizeProblem, OPEN_SIZE_MAX } from '../rules/lesson-size.ts';
import { questionReplies } from './question-content.ts';
import { renderedMarkdown } from './rendered-markdown.ts';
import { listScreenNameRows, listScreenRows, readLessonSize, type StoredScreen } from './screen-queries.ts';

type Deps = Pick<Platform, 'db' | 'config'>;

/**
 * The screens of a lesson as sent to the page, in order.
 *
 * @throws AppError `too_large` for a lesson that git made so large that it would take the server's memory
 */
export async function screenReplies(platform: Deps, lessonId: number): Promise<Screen[]> {
  const problem = lessonSizeProblem(await readLessonSize(platform.db, lessonId), OPEN_SIZE_MAX);
  if (problem !== null) throw tooLarge(`${problem} It is kept as it is in Git. Split it there, and sync the release.`);
  return toReplies(platform, lessonId, await listScreenRows(platform.db, lessonId));
}

/** What a caller wants to know of the screens of a lesson. */
export interface WantedScreens {
  names_only: boolean;
}

/** The screens of a lesson in order, as a call that arranged them returns them. */
export async function arrangedReplies(platform: Deps, lessonId: number, { names_only }: WantedScreens): Promise<Screen[] | ListedScreen[]> {
  return names_only ? screenNameReplies(platform, lessonId) : screenReplies(platform, lessonId);
}

/** The names and states of a lesson's screens, in order. Their cost doesn't depend on what the screens hold. */
export async function screenNameReplies({ db }: Pick<Platform, 'db'>, lessonId: number): Promise<ListedScreen[]> {
  const rows = await listScreenNameRows(db, lessonId);
  const statuses = await commitStatusOfScreens(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, commit_status: statuses.get(row.id) ?? null }));
}

/** One screen as sent to the page. */
export async function screenReply(platform: Deps, screen: StoredScreen): Promise<Screen> {
  const [reply] = await toReplies(platform, screen.lesson_id, [screen]);
  if (!reply) throw new Error(`Screen ${screen.id} was not returned.`);
  return reply;
}

async function toReplies({ db, config }: Deps, lessonId: number, screens: readonly StoredScreen[]): Promise<Screen[]> {
  const authors = screens.flatMap((screen) => screen.updated_by ?? []);
  const ids = screens.map(({ id }) => id);
  const [names, statuses, questions] = await Promise.all([
    getUserNames(db, authors),
    commitStatusOfScreens(db, ids),
    questionReplies(db, screens),
  ]);
  const render = (source: string) => renderedMarkdown(source, { lessonId, videoHosts: config.videoHosts });
  return await Promise.all(
    screens.map(async (screen) => ({
      ...screen.fields,
      id: screen.id,
      uuid: screen.uuid,
      lesson_id: screen.lesson_id,
      sequence: screen.sequence,
      ...(await renderAll(MARKDOWN_TEXTS, (field) => render(screen.fields[field]))),
      chat_prompt_markdown: screen.fields.chat_prompt,
      answer_output: screen.attached.answer_output,
      answer_variables: screen.attached.answer_variables,
      multipleChoiceQuestions: questions.get(screen.id) ?? [],
      revision: screen.revision,
      last_updated: screen.updated_at.toISOString(),
      updated_by: screen.updated_by === null ? null : (names.get(screen.updated_by) ?? null),
      commit_status: statuses.get(screen.id) ?? null,
    })),
  );
}
