import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Api } from '#contract/api.ts';
import type { Client } from '#contract/client.ts';
import { DEFAULT_RUN_LIMITS } from '#contract/runner-protocol.ts';
import type { Bind } from '#runner/sandbox/bubblewrap-arguments.ts';
import { openSandbox } from '#runner/sandbox/open-sandbox.ts';
import type { Sandbox } from '#runner/sandbox/sandbox.ts';
import { openWorkshop } from '#runner/workshop.ts';
import { measure } from './measure.ts';
import type { Comparison } from './report.ts';

const PYTHON = '/usr/bin/python3';
const ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  HOME: '/tmp',
  MPLCONFIGDIR: '/tmp/matplotlib',
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
};
/** Two digits and more than the runner takes by itself, so that its users are not ours. */
const USER_ID = 65_400;

const PROGRAMS = [
  { name: 'nothing', count: 20, run: 'x = 1\n', cold: 'x = 1\n' },
  {
    name: 'a data frame and a plot',
    count: 7,
    run: "import pandas as pd\nimport matplotlib.pyplot as plt\npd.DataFrame({'x': [1, 3, 2]}).plot()\nplt.show()\n",
    cold: "import matplotlib\nmatplotlib.use('Agg')\nimport pandas as pd\nimport matplotlib.pyplot as plt\npd.DataFrame({'x': [1, 3, 2]}).plot()\nplt.savefig('/tmp/plot.png')\n",
  },
] as const;

/** `python3 -c …` started cold in the sandbox of the runner, with its limits. */
async function runCold(sandbox: Sandbox, binds: readonly Bind[], code: string): Promise<void> {
  const run = await sandbox.start(USER_ID, {
    command: [PYTHON, '-c', code],
    environment: ENVIRONMENT,
    binds,
    reads: [],
    limits: DEFAULT_RUN_LIMITS,
    input: '',
  });
  const [, errors, , end] = await Promise.all([text(run.stdout), text(run.stderr), text(run.report), run.ended]);
  if (end.exitCode !== 0) throw new Error(`python3 in the sandbox ended with ${end.exitCode}: ${errors}`);
}

/** POST /api/run-code, from the call to the judged result, beside bare python3 in the same sandbox. */
export async function measureRuns(client: Client<Api>): Promise<Comparison[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-bench-'));
  const { settings } = await openWorkshop(folder);
  const state = await openSandbox({ bubblewrap: 'bwrap', folder, hidden: [], firstUserId: USER_ID });
  if (!state.ok) throw new Error(state.reason);
  try {
    const lesson = await client.createLesson({ body: { sequence: 900_002, title: 'Run and measured' } });
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
    await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { type: 'code' } });
    const comparisons: Comparison[] = [];
    for (const { name, count, run, cold } of PROGRAMS) {
      const samples = await measure(
        async () => {
          const reply = await client.runCode({ body: { lesson_id: lesson.id, screen_id: newScreenId, code: run } });
          if (reply.status !== 'done' || reply.error !== null)
            throw new Error(`The run gave no result: ${JSON.stringify(reply).slice(0, 500)}`);
        },
        { count },
      );
      const baseline = await measure(() => runCold(state.sandbox, settings, cold), { count });
      comparisons.push({ what: `POST run-code: ${name}`, samples, against: 'python3 started cold in the same sandbox', baseline });
    }
    return comparisons;
  } finally {
    await state.sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}
