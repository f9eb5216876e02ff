import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { toActor } from '#features/accounts/server/users.ts';
import { recordChange } from '#features/changes/server/changes.ts';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { pushBranch } from '#features/changes/server/push-branch.job.ts';
import { addLesson } from '#features/lesson-store/server/add-lessons.ts';
import { findLessonForUpdate } from '#features/lesson-store/server/queries.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { ensureDraftsRelease, getRelease } from '#features/releases/server/releases.ts';
import { moveLesson } from '#features/sync/server/move-lesson.ts';
import { openChangeParts } from '../change-parts.ts';
import { buildUser } from '../factories.ts';

// Moves a lesson from the drafts of Ada to those of Ben, with one of its saves still queued, and commits both branches to git
// until it is killed. Arguments: the data folder, which branch comes first (`old`, `new`), and the branch and the step at which
// it kills itself (`old:branch-moved`).

const [dataFolder = '', first = 'old', dieAt = ''] = process.argv.slice(2);
const parts = await openChangeParts(dataFolder);
const ada = toActor(await buildUser(parts.db, { email: 'ada@example.org', name: 'Ada' }));
const ben = toActor(await buildUser(parts.db, { email: 'ben@example.org', name: 'Ben' }));
const [old, target] = [(await ensureDraftsRelease(parts, ada)).id, (await ensureDraftsRelease(parts, ben)).id];
const signal = AbortSignal.timeout(300_000);

const content = { uuid: randomUUID(), sequence: 901, attached: { packages: [], packages_lock: null, datasets: [], accepted: [] } };
const folder = '901-moved';
const save = (title: string, lessonId: number | null) =>
  parts.db.transaction().execute(async (tx) => {
    const fields = emptyLessonFields({ title, author: 'Ada' });
    const id = lessonId ?? (await addLesson(tx, { ...content, fields, release_id: old, folder, screens: [], files: [], actor: ada }));
    const { attached, uuid, sequence } = content;
    const lesson = { ...attached, uuid, sequence, fields, data_files: [], images: [] };
    await recordChange(tx, parts, {
      release_id: old,
      lesson_id: id,
      actor: ada,
      message: null,
      summary: title,
      content: { folder, lesson },
    });
    return id;
  });

const lessonId = await save('Before', null);
await commitChanges(parts, old, signal);
await save('Still queued', lessonId);
await parts.db.transaction().execute(async (tx) => {
  const lesson = await findLessonForUpdate(tx, lessonId);
  if (!lesson) throw new Error('The lesson is gone.');
  const summaries = { removed: 'Move away', added: 'Move here' };
  await moveLesson(tx, parts, { lesson, target: await getRelease(tx, target), actor: ada, summaries, batch: randomUUID() });
});

const dieAtStep = (message: unknown) => {
  const { step, releaseId } = message as { step: string; releaseId: number };
  if (`${releaseId === old ? 'old' : 'new'}:${step}` === dieAt) process.kill(process.pid, 'SIGKILL');
};
subscribe('lessonwright:changes', dieAtStep);
for (const id of first === 'old' ? [old, target] : [target, old]) {
  await commitChanges(parts, id, signal);
  await pushBranch(parts, id, signal);
}
process.stdout.write('came to the end\n');
process.exit(1);
