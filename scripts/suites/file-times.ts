import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileTime } from './read-report.ts';

/** Names the file for the times. */
export const FILE_TIMES_VARIABLE = 'TEST_FILE_TIMES';

/** A Vitest reporter: the time of each file, with set-up separate. The JSON report only has those of tests. */
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
