import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { checkTrustQuery } from '#features/check-trust/web/api.ts';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { didPass, type RunResult } from '#features/runs/contract/runs.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { api } from '#platform/web/api.ts';
import { useLive } from '#platform/web/use-live.ts';
import type { ScreenTest, TestState } from '../contract/screen-tests.ts';
import { testState } from '../contract/test-state.ts';
import { changesVerdicts } from './test-rules.ts';

interface ScreenAddress {
  lessonId: number;
  screenId: number;
}

export function lessonTestsQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'tests'],
    queryFn: ({ signal }) => api.listLessonTests({ params: { id: lessonId } }, { signal }),
  });
}

/** How the last run of each test of a lesson ended. */
export function testStatesQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'tests', 'states'],
    queryFn: ({ signal }) => api.listTestStates({ params: { id: lessonId } }, { signal }),
  });
}

export function screenTestsQuery({ lessonId, screenId }: ScreenAddress) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'tests', 'screen', screenId],
    queryFn: ({ signal }) => api.loadScreenTests({ params: { lessonId, screenId }, body: {} }, { signal }),
  });
}

export function gateQuery({ lessonId, screenId }: ScreenAddress) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'gate', screenId],
    queryFn: ({ signal }) => api.getScreenGate({ params: { lessonId, screenId } }, { signal }),
  });
}

/** Updates a test in every cached list. */
export function showTest(client: QueryClient, test: ScreenTest): void {
  const replace = (tests: ScreenTest[] | undefined) => tests?.map((known) => (known.id === test.id ? test : known));
  const replaceState = (states: TestState[] | undefined) => states?.map((known) => (known.id === test.id ? testState(test) : known));
  client.setQueryData(testStatesQuery(test.lesson_id).queryKey, replaceState);
  client.setQueryData(lessonTestsQuery(test.lesson_id).queryKey, replace);
  client.setQueryData(screenTestsQuery({ lessonId: test.lesson_id, screenId: test.screen_id }).queryKey, replace);
}

/** Keeps tests, gates and examinations of a lesson up to date with all runs and saves. */
export function useTestEvents(lessonId: number): void {
  const client = useQueryClient();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: lessonTestsQuery(lessonId).queryKey });
    void client.invalidateQueries({ queryKey: ['lesson', lessonId, 'gate'] });
    void client.invalidateQueries({ queryKey: checkTrustQuery(lessonId).queryKey });
  };
  useLive(`lesson:${lessonId}`, {
    onEvent: (event) => {
      if (event.type === 'test') showTest(client, event.test);
      else if (event.type === 'gate') client.setQueryData(gateQuery({ lessonId, screenId: event.screen_id }).queryKey, event.gate);
      else if (changesVerdicts(event)) refresh();
    },
    onResume: refresh,
  });
}

/** Saves code with its overall verdict and the custom check results as a test. */
export function useSaveTest({ lessonId, screenId }: ScreenAddress) {
  const changed = useTestsChanged(lessonId);
  return useMutation({
    mutationFn: (given: { code: string; result: RunResult; description: string; isBoolean: boolean }) =>
      api.saveScreenTest({
        params: { lessonId, screenId },
        body: {
          code: given.code,
          checkOutput: given.result.checks.custom,
          test_pass: didPass(given.result),
          description: given.description,
          is_boolean_test: given.isBoolean,
        },
      }),
    onSuccess: changed,
  });
}

export interface TestChange {
  testId: number;
  description?: string;
  is_boolean_test?: boolean;
  inputs?: string;
  runResult?: { test_pass: boolean; results: CheckResult[] };
}

/** Key of the mutations that change a test of a lesson. */
export const updateKey = (lessonId: number) => ['lesson', lessonId, 'tests', 'update'];

export function useUpdateTest(lessonId: number) {
  const client = useQueryClient();
  const changed = useTestsChanged(lessonId);
  return useMutation({
    mutationKey: updateKey(lessonId),
    mutationFn: (body: TestChange) => api.updateScreenTest({ body }),
    onSuccess: (test) => {
      showTest(client, test);
      changed();
    },
  });
}

export function useDeleteTest(lessonId: number) {
  const changed = useTestsChanged(lessonId);
  return useMutation({ mutationFn: (testId: number) => api.deleteScreenTest({ body: { testId } }), onSuccess: changed });
}

/** A test belongs to its screen, whose revision it changes. */
function useTestsChanged(lessonId: number): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: lessonTestsQuery(lessonId).queryKey });
    void client.invalidateQueries({ queryKey: screenNamesQuery(lessonId).queryKey });
  };
}
