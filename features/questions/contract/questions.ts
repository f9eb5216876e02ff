import { z } from 'zod';
import { deletedItemHeaders } from '#features/revisions/contract.ts';
import { automatic, Question, QuestionFields } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { commitMessage as messageOf } from '#platform/contract/one-line.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';

const questionId = RowId;
const commitMessage = messageOf(LIMITS.messageMax).optional();
const params = z.object({ lessonId: Id, screenId: Id });
const path = '/api/lesson/{lessonId}/screen/{screenId}/mcq';

export const questionRoutes = {
  listQuestions: route({
    method: 'GET',
    path,
    summary: 'Returns the multiple choice questions of a screen in order',
    access: 'signed-in',
    params,
    reply: z.array(Question),
    errors: ['not_found'],
  }),
  createQuestion: route({
    method: 'POST',
    path,
    summary: 'Adds a question at the end',
    access: 'signed-in',
    params,
    body: QuestionFields.partial().extend({ commitMessage, automatic }),
    reply: Question,
    errors: ['not_found', 'refused'],
  }),
  saveQuestion: route({
    method: 'PUT',
    path,
    summary: 'Saves a question; omitted fields stay unchanged. An outdated save is merged',
    access: 'signed-in',
    params,
    body: QuestionFields.partial().extend({
      questionId,
      commitMessage,
      automatic,
      /** What the edit began from, for a three-way merge; a save without it applies to the current state. */
      base: QuestionFields.optional(),
    }),
    reply: Question,
    errors: ['not_found', 'refused', 'conflict'],
  }),
  deleteQuestion: route({
    method: 'DELETE',
    path,
    summary: 'Deletes a question; it stays in the trash for 30 days. Returns the remaining ones',
    access: 'signed-in',
    params,
    body: z.object({ questionId }),
    reply: z.array(Question),
    replyHeaders: deletedItemHeaders,
    errors: ['not_found', 'refused'],
  }),
};
