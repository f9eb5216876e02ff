import { startTestRunner, type TestRunner } from '../runner/testing/test-runner.ts';

let shared: Promise<TestRunner> | null = null;

/**
 * Settings of a server whose local runner is already running. The servers of a test worker share it, because it takes longer to
 * start than most of their tests take. It ends with the worker.
 */
export async function sharedRunnerSettings(): Promise<Readonly<Record<string, string>>> {
  shared ??= startTestRunner({ isShared: true });
  const { url, token } = await shared;
  return { LESSONWRIGHT_LOCAL_RUNNER: '0', LESSONWRIGHT_RUNNERS: JSON.stringify([{ name: 'local', url, token }]) };
}
