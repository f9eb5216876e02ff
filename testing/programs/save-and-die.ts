import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toActor } from '#features/accounts/server/users.ts';
import { recordChange } from '#features/changes/server/changes.ts';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { pushBranch } from '#features/changes/server/push-branch.job.ts';
import { startChangeWorkers } from '#features/changes/server/workers.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { ensureDraftsRelease } from '#features/releases/server/releases.ts';
import { openChangeParts } from '../change-parts.ts';
import { buildUser } from '../factories.ts';

// Saves changes of one lesson, prints the uuid of each once it is acknowledged, and commits them to git until it is killed.
// Arguments: the data folder, the number of saves, and either the step at which it kills itself, or `workers`: then the real
// workers run while it saves. `<data>/pid` contains its id, for those who kill it from elsewhere.

const [dataFolder = '', count = '1', dieAt = ''] = process.argv.slice(2);
writeFileSync(join(dataFolder, 'pid'), String(process.pid));

const parts = await openChangeParts(dataFolder);
const actor = toActor(await buildUser(parts.db, { email: 'ada@example.org', name: 'Ada' }));
const release = await ensureDraftsRelease(parts, actor);
if (dieAt === 'workers') await startChangeWorkers(parts);

for (let number = 1; number <= Number(count); number++) {
  const fields = emptyLessonFields({ title: `Title ${number}`, author: 'Ada' });
  const uuid = await parts.db.transaction().execute((tx) =>
    recordChange(tx, parts, {
      release_id: release.id,
      lesson_id: null,
      screen_id: null,
      actor,
      message: number % 20 === 0 ? `Save ${number}` : null,
      summary: `Update ${number}`,
      content: {
        folder: '901-crash',
        lesson: {
          uuid: '00000000-0000-4000-8000-000000000001',
          sequence: 901,
          fields,
          packages: [],
          packages_lock: null,
          datasets: [],
          accepted: [],
          data_files: [],
          images: [],
        },
      },
    }),
  );
  process.stdout.write(`${uuid}\n`);
}

if (dieAt === 'workers') {
  setInterval(() => {}, 1_000);
} else {
  const dieAtStep = (message: unknown) => {
    if ((message as { step: string }).step === dieAt) process.kill(process.pid, 'SIGKILL');
  };
  subscribe('lessonwright:changes', dieAtStep);
  subscribe('lessonwright:git-commit', dieAtStep);
  const signal = AbortSignal.timeout(300_000);
  await commitChanges(parts, release.id, signal);
  await pushBranch(parts, release.id, signal);
  process.stdout.write('came to the end\n');
  process.exit(1);
}
