import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { screenQuery } from '#features/lessons/web/queries.ts';
import { deleteWithUndo } from '#features/revisions/contract.ts';
import type { Question, QuestionFields } from '#features/screens/contract/screens.ts';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import type { ItemSave } from '#platform/web/ui/editing/edit-list.ts';
import { withMoved } from './moved-question.ts';

export interface QuestionAddress {
  lessonId: number;
  screenId: number;
}

/** Calls for the questions of one screen. Each shows its outcome wherever the screen is shown. */
interface QuestionCalls {
  /** Saves a question, or creates one. */
  save: (edits: ItemSave<QuestionFields>) => Promise<Question>;
  /** Returns the id by which it is restored from the trash; null where the server does not say. */
  remove: (id: number) => Promise<number | null>;
  restore: (deletedId: number) => Promise<void>;
  /** Moves a question past the one before (-1) or behind it (1). Returns its number then. */
  move: (id: number, by: -1 | 1) => Promise<number>;
}

export function useQuestionCalls({ lessonId, screenId }: QuestionAddress): QuestionCalls {
  const client = useQueryClient();
  return useMemo(() => {
    const address = { lessonId, screenId };
    const show = (change: (questions: readonly Question[]) => Question[]) => showQuestions(client, address, change);
    return {
      save: async ({ id, fields, base, message, isAutomatic }) => {
        const body = { ...fields, ...(isAutomatic && { automatic: true }), ...(message !== undefined && { commitMessage: message }) };
        const question =
          id === null
            ? await api.createQuestion({ params: address, body: { ...base, ...body } })
            : await api.saveQuestion({ params: address, body: { ...body, questionId: id, base } });
        show((all) =>
          all.some((each) => each.id === question.id) ? all.map((each) => (each.id === question.id ? question : each)) : [...all, question],
        );
        return question;
      },
      remove: async (id) => {
        const call = { params: address, body: { questionId: id } };
        const { remaining, deletedItem } = await deleteWithUndo((options) => api.deleteQuestion(call, options));
        show(() => remaining);
        return deletedItem;
      },
      restore: async (deletedId) => {
        await api.restoreItem({ params: { id: deletedId } });
      },
      move: async (id, by) => {
        // As the server has them: unsaved edits are not sent.
        const { multipleChoiceQuestions: known, revision } = await client.query({ ...screenQuery(lessonId, screenId), staleTime: 0 });
        const order = withMoved(known, id, by);
        const multipleChoiceQuestions = order.map((question) => ({ id: question.id, ...fieldsOf(question) }));
        const saved = await api.saveScreen({ params: address, body: { multipleChoiceQuestions, revision } });
        show(() => saved.multipleChoiceQuestions);
        return saved.multipleChoiceQuestions.findIndex((question) => question.id === id) + 1;
      },
    };
  }, [client, lessonId, screenId]);
}

/** Shows the outcome of a call at once. */
function showQuestions(
  client: QueryClient,
  { lessonId, screenId }: QuestionAddress,
  change: (questions: readonly Question[]) => Question[],
): void {
  const { queryKey } = screenQuery(lessonId, screenId);
  changeQueryData(client, queryKey, (screen) => screen && { ...screen, multipleChoiceQuestions: change(screen.multipleChoiceQuestions) });
}

/** The fields of a question, without everything else that is known of it. */
export function fieldsOf({ question, select_type, answer_options, task = null, skill_id = null }: QuestionFields): QuestionFields {
  return {
    question,
    select_type,
    answer_options: answer_options.map(({ label, feedback_message, valid, skill_id }) => ({ label, feedback_message, valid, skill_id })),
    task,
    skill_id,
  };
}
