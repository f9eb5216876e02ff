import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerOutput, AnswerVariable, Screen } from '#contract/screens.ts';
import { api } from '#web/platform/api.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { putScreen } from './screen-cache.ts';
import type { ScreenSession } from './screen-fields.ts';
import { showScreenError } from './show-screen-error.ts';

/** Stores the output and variables of a run of the answer. Shown at once, and undone when the server refuses. */
export function useAnswer(screen: Screen, session: ScreenSession) {
  const client = useQueryClient();
  const params = { lessonId: screen.lesson_id, screenId: screen.id };

  function store(saved: Screen) {
    session.take(saved);
    putScreen(client, saved);
  }
  const output = useMutation({
    mutationFn: (input: AnswerOutput & { check_output: boolean }) => api.saveOutput({ params, body: input }),
    onSuccess: store,
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.checkOutputNotToggled),
  });
  const variables = useMutation({
    mutationFn: (selected: AnswerVariable[]) => api.saveVariables({ params, body: selected }),
    onSuccess: store,
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.variableNotToggled),
  });

  const sent = output.isPending ? output.variables : null;
  return {
    isSaving: output.isPending || variables.isPending,
    checkOutput: sent?.check_output ?? screen.check_output,
    storedOutput: sent ?? screen.answer_output,
    selected: (variables.isPending && variables.variables) || screen.answer_variables,
    onOutput: (answer: AnswerOutput, checkOutput: boolean) => output.mutate({ ...answer, check_output: checkOutput }),
    onVariables: (selected: AnswerVariable[]) => variables.mutate(selected),
  };
}
