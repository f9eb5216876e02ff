import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { sendEvent } from './events.ts';
import { failureMessage, PAGE_ATTACHMENT, spokenBy } from './failure-message.ts';

/** Reports to the process that started Playwright, and prints nothing. */
export default class BrowserEventReporter implements Reporter {
  readonly #root = process.cwd();
  /** Tests of each file that haven't ended, and the seconds of those that have. */
  readonly #files = new Map<string, { left: number; seconds: number }>();

  onBegin(_config: FullConfig, suite: Suite): void {
    const tests = suite.allTests();
    for (const test of tests) {
      const file = this.#fileOf(test);
      this.#files.set(file, { left: (this.#files.get(file)?.left ?? 0) + 1, seconds: 0 });
    }
    void sendEvent({ kind: 'planned', files: this.#files.size, tests: tests.length });
  }

  onTestEnd(test: TestCase, { status, duration, errors, attachments }: TestResult): void {
    const file = this.#fileOf(test);
    const seconds = duration / 1000;
    const name = test.titlePath().slice(3).join(' > ');
    if (status === 'passed') void sendEvent({ kind: 'passed', file, name, seconds });
    else if (status !== 'skipped')
      this.#fail({ file, name, message: [failureMessage(errors, this.#root), ...onThePage(attachments)].join('\n') }, seconds);
    const times = this.#files.get(file);
    if (!times) return;
    times.left -= 1;
    times.seconds += seconds;
    if (times.left === 0) void sendEvent({ kind: 'file', file, seconds: times.seconds, setUpSeconds: null });
  }

  onError(error: TestError): void {
    this.#fail({ file: '', name: 'outside of the tests', message: failureMessage([error], this.#root) }, 0);
  }

  async onEnd(): Promise<void> {
    await sendEvent({ kind: 'end' });
  }

  printsToStdio(): boolean {
    return false;
  }

  #fileOf(test: TestCase): string {
    return relative(this.#root, test.location.file);
  }

  #fail(failure: { file: string; name: string; message: string }, seconds: number): void {
    void sendEvent({ kind: 'failed', failure, seconds });
  }
}

/** What the pages of the test said as it failed: often why. */
function onThePage(attachments: TestResult['attachments']): string[] {
  const shown = attachments.flatMap(({ name, body }) => (name === PAGE_ATTACHMENT && body ? spokenBy(body.toString('utf8')) : []));
  return shown.filter((spoken) => spoken !== '').flatMap((spoken) => ['on the page:', spoken]);
}
