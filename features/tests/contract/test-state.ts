import type { ScreenTest, TestState } from './screen-tests.ts';

/** What an outline shows of a test. */
export function testState({ id, screen_id, status, test_result }: ScreenTest): TestState {
  return { id, screen_id, status, test_result: test_result && { test_passes: test_result.test_passes } };
}
