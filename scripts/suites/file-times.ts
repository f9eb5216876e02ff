import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './read-report.ts';

/** Names the file that the times are written to. */
export const FILE_TIMES_VARIABLE = 'TEST_FILE_TIMES';

/** A reporter of vitest: what each file took, its set-up apart. The JSON report knows the tests alone. */
export default class FileTimes implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const target = process.env[FILE_TIMES_VARIABLE];
    if (target) await writeFile(target, JSON.stringify(modules.map(timeOf)));
  }
}

function timeOf(module: TestModule): FileTime {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const setUp = environmentSetupDuration + prepareDuration + collectDuration + setupDuration;
  return { file: relative(process.cwd(), module.moduleId), seconds: (setUp + duration) / 1000, setUpSeconds: setUp / 1000 };
}
