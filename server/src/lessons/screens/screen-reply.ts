/** Builds the reply about a screen. */

import type { Screen } from '#contract/screens.ts';
import { commitStatusOfScreens } from '#server/releases/index.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { getUserNames } from '#server/accounts/index.ts';
import { questionReplies } from './question-content.ts';
import { renderedMarkdown } from './rendered-markdown.ts';
import { listScreenRows, type StoredScreen } from '#server/lessons/screen-queries.ts';

/** The screens of a lesson as sent to the page, in order. */
export async function screenReplies(handle: Handle, lessonId: number): Promise<Screen[]> {
  return toReplies(handle, lessonId, await listScreenRows(handle, lessonId));
}

/** One screen as sent to the page. */
export async function screenReply(handle: Handle, screen: StoredScreen): Promise<Screen> {
  const [reply] = await toReplies(handle, screen.lesson_id, [screen]);
  if (!reply) throw new Error(`Screen ${screen.id} was not returned.`);
  return reply;
}

async function toReplies(handle: Handle, lessonId: number, screens: readonly StoredScreen[]): Promise<Screen[]> {
  const names = await getUserNames(
    handle,
    screens.flatMap((screen) => screen.updated_by ?? []),
  );
  const statuses = await commitStatusOfScreens(handle, lessonId);
  const questions = await questionReplies(handle, screens);
  return await Promise.all(
    screens.map(async (screen) => ({
      ...screen.fields,
      id: screen.id,
      uuid: screen.uuid,
      lesson_id: screen.lesson_id,
      sequence: screen.sequence,
      body_html: await renderedMarkdown(screen.fields.body_markdown, lessonId),
      instructions_html: await renderedMarkdown(screen.fields.instructions_markdown, lessonId),
      hint_html: await renderedMarkdown(screen.fields.hint_markdown, lessonId),
      chat_prompt_markdown: screen.fields.chat_prompt,
      chat_prompt_html: await renderedMarkdown(screen.fields.chat_prompt, lessonId),
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
