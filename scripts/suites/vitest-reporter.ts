import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { sendEvent } from './events.ts';
import { failureMessage } from './failure-message.ts';

type ReportedErrors = Parameters<typeof failureMessage>[0];

/** Reports to the process that started Vitest, and prints nothing. */
export default class EventReporter implements Reporter {
  readonly #root = process.cwd();

  onTestRunStart(specifications: readonly unknown[]): void {
    void sendEvent({ kind: 'planned', files: specifications.length, tests: null });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const seconds = (test.diagnostic()?.duration ?? 0) / 1000;
    if (state === 'passed') void sendEvent({ kind: 'passed', file: this.#fileOf(test.module), name: test.fullName, seconds });
    else if (state === 'failed') this.#fail(this.#fileOf(test.module), test.fullName, errors, seconds);
  }

  /** A hook of the suite failed. */
  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0) this.#fail(this.#fileOf(suite.module), suite.fullName, suite.errors());
  }

  onTestModuleEnd(module: TestModule): void {
    const file = this.#fileOf(module);
    if (module.errors().length > 0) this.#fail(file, '', module.errors());
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const setUp = environmentSetupDuration + prepareDuration + collectDuration + setupDuration;
    void sendEvent({ kind: 'file', file, seconds: (setUp + duration) / 1000, setUpSeconds: setUp / 1000 });
  }

  async onTestRunEnd(_modules: readonly TestModule[], unhandled: NonNullable<ReportedErrors>): Promise<void> {
    for (const error of unhandled) this.#fail('', 'outside of the tests', [error]);
    await sendEvent({ kind: 'end' });
  }

  #fileOf(module: TestModule): string {
    return relative(this.#root, module.moduleId);
  }

  #fail(file: string, name: string, errors: ReportedErrors, seconds = 0): void {
    void sendEvent({ kind: 'failed', failure: { file, name, message: failureMessage(errors, this.#root) }, seconds });
  }
}
