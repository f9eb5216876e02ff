import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { takeOut } from '#contract/deleted-item.ts';
import type { Question } from '#contract/screens.ts';
import { api } from '#web/platform/api.ts';
import { screensQuery } from '#web/platform/queries.ts';
import { changedFields, fieldsOf, type QuestionEdit } from './question-edits.ts';
import { withMoved } from './moved-question.ts';

export interface ScreenAddress {
  lessonId: number;
  screenId: number;
}

/** What is done with the questions of one screen. Each call shows its outcome wherever the screen is shown. */
interface QuestionCalls {
  /** Saves an edit, or makes a new question of it. */
  save: (id: number | null, edit: QuestionEdit, message: string | undefined) => Promise<Question>;
  /** Answers by which number it comes back from the trash; null: that was not told. */
  remove: (id: number) => Promise<number | null>;
  restore: (deletedId: number) => Promise<void>;
  /** Moves a question past the one before (-1) or behind it (1). Answers its place then, from 1. */
  move: (id: number, by: -1 | 1) => Promise<number>;
}

export function useQuestionCalls({ lessonId, screenId }: ScreenAddress): QuestionCalls {
  const client = useQueryClient();
  return useMemo(() => {
    const address = { lessonId, screenId };
    const show = (change: (questions: readonly Question[]) => Question[]) => showQuestions(client, address, change);
    return {
      save: async (id, edit, message) => {
        const body = { ...changedFields(edit), ...(message !== undefined && { commitMessage: message }) };
        const question =
          id === null || edit.base === null
            ? await api.createQuestion({ params: address, body: { ...body, ...edit.fields } })
            : await api.saveQuestion({ params: address, body: { ...body, questionId: id, base: edit.base } });
        await show((all) =>
          all.some((each) => each.id === question.id) ? all.map((each) => (each.id === question.id ? question : each)) : [...all, question],
        );
        return question;
      },
      remove: async (id) => {
        const call = { params: address, body: { questionId: id } };
        const { remaining, deletedItem } = await takeOut((options) => api.deleteQuestion(call, options));
        await show(() => remaining);
        return deletedItem;
      },
      restore: async (deletedId) => {
        await api.restoreItem({ params: { id: deletedId } });
        await client.invalidateQueries({ queryKey: screensQuery(lessonId).queryKey });
      },
      move: async (id, by) => {
        // As the server has them: what is typed and not saved stays where it is.
        const screens = await client.query({ ...screensQuery(lessonId), staleTime: 0 });
        const screen = screens.find((each) => each.id === screenId);
        const order = withMoved(screen?.multipleChoiceQuestions ?? [], id, by);
        const multipleChoiceQuestions = order.map((question) => ({ id: question.id, ...fieldsOf(question) }));
        const saved = await api.saveScreen({
          params: address,
          body: { multipleChoiceQuestions, ...(screen && { revision: screen.revision }) },
        });
        await show(() => saved.multipleChoiceQuestions);
        return saved.multipleChoiceQuestions.findIndex((question) => question.id === id) + 1;
      },
    };
  }, [client, lessonId, screenId]);
}

/** Shows what came of a call at once, and asks for the screen, whose revision it moved. */
async function showQuestions(
  client: QueryClient,
  { lessonId, screenId }: ScreenAddress,
  change: (questions: readonly Question[]) => Question[],
): Promise<void> {
  const { queryKey } = screensQuery(lessonId);
  // An answer from before the call would take its outcome back.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (screens) =>
    screens?.map((screen) =>
      screen.id === screenId ? { ...screen, multipleChoiceQuestions: change(screen.multipleChoiceQuestions) } : screen,
    ),
  );
  void client.invalidateQueries({ queryKey });
}
