/** Builds the reply about a screen, with its questions and its texts as HTML. */

import { getUserNames } from '#features/accounts/server/index.ts';
import { commitStatusOfScreens } from '#features/changes/server/index.ts';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { imageRoutes } from '#features/lesson-files/contract/images.ts';
import { readTextLanguage } from '#features/lesson-store/server/index.ts';
import { directionOfLanguage } from '#platform/content/language-direction.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { routeUrl } from '#platform/contract/client.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { ByteCache, textBytes } from '#platform/server/byte-cache.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { tooLarge } from '#platform/server/errors.ts';
import type { RenderContext } from '#platform/server/markdown/render-context.ts';
import { renderWithinLimits } from '#platform/server/markdown/render-markdown.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MARKDOWN_TEXTS, renderAll } from '../contract/screen-texts.ts';
import type { ListedScreen, Question, Screen } from '../contract/screens.ts';
import { lessonSizeProblem, OPEN_SIZE_MAX } from '../rules/lesson-size.ts';
import { numberItems, type ItemNumbers } from './screen-items.ts';
import { listScreenNameRows, listStoredScreens, readLessonSize, type StoredScreen } from './screen-queries.ts';

type Deps = Pick<Platform, 'db' | 'config'>;

/**
 * The screens of a lesson as sent to the page, in order.
 *
 * @throws AppError `too_large` for a lesson that git made so large that it would take the server's memory
 */
export async function screenReplies(platform: Deps, lessonId: number): Promise<Screen[]> {
  const problem = lessonSizeProblem(await readLessonSize(platform.db, lessonId), OPEN_SIZE_MAX);
  if (problem !== null) throw tooLarge(`${problem} It is kept as it is in Git. Split it there, and sync the release.`);
  return toReplies(platform, lessonId, await listStoredScreens(platform.db, lessonId));
}

/** What a caller wants to know of the screens of a lesson. */
export interface WantedScreens {
  names_only: boolean;
}

/** The screens of a lesson in order, as a call that arranged them returns them. */
export async function arrangedReplies(platform: Deps, lessonId: number, wanted: { readonly names_only: false }): Promise<Screen[]>;
export async function arrangedReplies(platform: Deps, lessonId: number, wanted: WantedScreens): Promise<Screen[] | ListedScreen[]>;
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
  const [names, statuses, questions, language] = await Promise.all([
    getUserNames(db, authors),
    commitStatusOfScreens(db, ids),
    questionReplies(db, screens),
    readTextLanguage(db, lessonId),
  ]);
  const direction = directionOfLanguage(language);
  const render = (source: string) => renderedMarkdown(source, { lessonId, videoHosts: config.videoHosts, direction });
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

/** The multiple choice questions of screens as sent to the page, by screen id. Loads all their numbers at once. */
export async function questionReplies(
  handle: Handle,
  screens: readonly Pick<StoredScreen, 'id' | 'attached'>[],
): Promise<Map<number, Question[]>> {
  const having = screens.filter(({ attached }) => attached.questions.length > 0);
  const uuidsOf = (items: readonly { uuid: string }[]) => items.map(({ uuid }) => uuid);
  const questions = await numberItems(
    handle,
    'question',
    having.map(({ id, attached }) => ({ id, uuids: uuidsOf(attached.questions) })),
  );
  const skills = await numberItems(
    handle,
    'skill',
    having.filter(({ attached }) => attached.skills.length > 0).map(({ id, attached }) => ({ id, uuids: uuidsOf(attached.skills) })),
  );
  return new Map(
    having.map(({ id: screenId, attached }) => {
      const replies = attached.questions.map((question) => ({
        id: questions.idOf(screenId, question.uuid),
        ...questionReply({ id: screenId, attached }, skills, question),
      }));
      return [screenId, replies];
    }),
  );
}

/** A question as sent to the page. What names a deleted skill names none. */
export function questionReply(
  { id, attached }: Pick<StoredScreen, 'id' | 'attached'>,
  skills: ItemNumbers,
  { question, select_type, options, task, skill_uuid }: Omit<QuestionContent, 'uuid'>,
): Omit<Question, 'id'> {
  const present = new Set(attached.skills.map(({ uuid }) => uuid));
  const idOf = (uuid: string | null) => (uuid !== null && present.has(uuid) ? skills.idOf(id, uuid) : null);
  return {
    question,
    select_type,
    answer_options: options.map(({ skill_uuid: uuid, ...option }) => ({ ...option, skill_id: idOf(uuid) })),
    task,
    skill_id: idOf(skill_uuid),
  };
}

const renderedTexts = new ByteCache<SafeHtml>(16 * 1024 * 1024);

/** The lesson of a text, and what else it may refer to. */
interface RenderedIn extends Omit<RenderContext, 'imagesAt' | 'linksFrom'> {
  readonly lessonId: number;
}

/**
 * Renders a text for authors, with the lesson's images and links to other lessons. Rendering a lesson of 60 screens for each
 * request would dominate it, and little changes between two saves.
 */
export async function renderedMarkdown(source: string, { lessonId, ...context }: RenderedIn): Promise<SafeHtml> {
  if (source === '') return NO_HTML;
  // A text without images and links to other files renders the same in every lesson and its copies.
  const isOfLesson = source.includes('images/') || source.includes('../');
  const marks = [context.hasMentions === true ? '@' : '', context.direction ?? 'ltr'];
  const key = [...marks, context.videoHosts, isOfLesson ? lessonId : '', source].join('\0');
  const known = renderedTexts.get(key);
  if (known !== undefined) return known;
  const imagesAt = routeUrl(imageRoutes.showImage, { params: { id: lessonId, fileName: '' } });
  const { html, isFinal } = await renderWithinLimits(source, { ...context, imagesAt, linksFrom: lessonId });
  if (isFinal) renderedTexts.set(key, html, textBytes(html));
  return html;
}
