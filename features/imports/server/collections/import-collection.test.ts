import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { withBranchLock } from '#features/changes/server/branch-mutex.ts';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { shortLessonLink } from '#platform/content/lesson-link.ts';
import { serveGit } from '#testing/git-http-server.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import { zipBytes, type ZipEntry } from '#testing/zip-bytes.ts';
import { CollectionForm, type CollectionReply } from '../../contract/collections.ts';
import { importCollection } from './import-collection.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());

type Texts = Readonly<Record<string, string | Uint8Array>>;
type Reply = CollectionReply & { error?: string };

const TEXTS: Texts = {
  'birds/_toc.yml': 'format: jb-book\nroot: intro\nparts:\n- caption: Owls\n  chapters:\n  - file: owls/barn\n  - file: owls/gone\n',
  'birds/_config.yml': 'title: Birds\n',
  'birds/intro.md': '# Begin\n\nRead [about owls](owls/barn.md#at-night).\n',
  'birds/owls/barn.md':
    '# Barn owls\n\n![An owl](../img/owl.png)\n\n```python\nopen("../data/owls.csv").read()\n```\n\n## At night\n\nThey hunt.\n\nThey sleep by day.\n',
  'birds/left-out.md': '# Left out\n',
  'birds/img/owl.png': pngBytes(4, 4),
  'birds/data/owls.csv': 'name\nbarn\n',
};

function zipOf(texts: Texts, more: readonly ZipEntry[] = []): File {
  const entries = Object.entries(texts).map(([name, bytes]): ZipEntry => ({ name, bytes, isDeflated: true }));
  return new File([new Uint8Array(zipBytes([...entries, ...more]))], 'birds.zip');
}

const send = (fields: Record<string, string | number | File>, role: TestRole = 'staff') =>
  sendForm<Reply>(server, { url: '/api/collections/import', role }, fields);

const staff = () => server.client('staff');
const lessonsOf = async (releaseId: number | undefined) =>
  (await staff().listLessons()).filter(({ release_id }) => release_id === releaseId).sort((a, b) => a.sequence - b.sequence);
/** The link that other lessons have to a lesson, or to its screen with a title. */
async function linkTo(id = 0, title?: string): Promise<string> {
  const { uuid } = await staff().getLesson({ params: { id } });
  const screens = title === undefined ? [] : await staff().listScreenNames({ params: { id } });
  return shortLessonLink(uuid, title === undefined ? null : (screens.find((screen) => screen.title === title)?.uuid ?? ''));
}
const counts = async () => [
  (await staff().listLessons()).length,
  (await staff().listReleases()).length,
  (await staff().listCourses()).length,
  (await staff().listCollections()).length,
];

/** Imports TEXTS as a release of this name, with lessons from `first`. */
async function imported(name: string, first: number, more = {}): Promise<Reply & { imported: NonNullable<Reply['imported']> }> {
  const reply = await send({ file: zipOf(TEXTS), first_number: first, release_name: name, branch_name: name.toLowerCase(), ...more });
  expect(reply.error).toBeUndefined();
  if (!reply.imported) throw new Error('Nothing was imported.');
  return { ...reply, imported: reply.imported };
}

describe('POST /api/collections/import', () => {
  it('reports what a zip would become, and changes nothing', async () => {
    const before = await counts();
    const link: ZipEntry = { name: 'birds/link.md', bytes: '/etc/passwd', mode: 0o120777 };
    const reply = await send({ file: zipOf(TEXTS, [link, { name: '../evil.md', bytes: 'x' }]), dry_run: 'true', first_number: 700 });
    expect(reply).toMatchObject({ status: 200, title: 'Birds', contents: '_toc.yml', commit: null, imported: null, conflicts: [] });
    expect(
      reply.documents.map(({ path, part, state, sequence, files, report }) => [path, part, state, sequence, files, report?.title]),
    ).toEqual([
      ['intro.md', '', 'new', 700, [], 'Begin'],
      ['owls/barn.md', 'Owls', 'new', 701, ['data/owls.csv'], 'Barn owls'],
      ['left-out.md', '', 'unlisted', null, [], 'Left out'],
    ]);
    expect(reply.skipped).toEqual([
      { place: 'owls/gone', reason: 'The table of contents lists it, but the collection doesn’t have it.' },
      { place: 'birds/link.md', reason: 'Links are not allowed.' },
      { place: '../evil.md', reason: expect.any(String) },
    ]);
    expect(await counts()).toEqual(before);
  });

  it('creates a release with a course, its lessons, images, data files and links, in one commit', async () => {
    const { imported: made } = await imported('Birds', 710);
    expect(made).toMatchObject({ release_name: 'Birds', lessons: 2 });
    const course = await staff().getCourse({ params: { id: made.course_id ?? 0 } });
    expect(course).toMatchObject({ name: 'Birds', release_id: made.release_id });
    const [intro, owls] = await lessonsOf(made.release_id);
    expect([intro?.sequence, intro?.title, owls?.sequence, owls?.title]).toEqual([710, 'Begin', 711, 'Barn owls']);
    const screens = await staff().listScreens({ params: { id: intro?.id ?? 0 } });
    const link = await linkTo(owls?.id, 'At night');
    expect(screens).toMatchObject([{ body_markdown: `Read [about owls](${link}).` }]);
    expect(await staff().listScreens({ params: { id: owls?.id ?? 0 } })).toMatchObject([
      {
        title: 'Barn owls',
        answer_code: 'open("data/owls.csv").read()',
        body_html: expect.stringContaining(`/api/lesson/${owls?.id}/image/owl.png`),
      },
      { title: 'At night', body_markdown: 'They hunt.\n\nThey sleep by day.' },
    ]);
    expect(await staff().listDataFiles({ params: { id: owls?.id ?? 0 } })).toMatchObject([{ file_name: 'data/owls.csv' }]);
    const { git, db } = server.platform;
    const release = await db.selectFrom('releases').selectAll().where('id', '=', made.release_id).executeTakeFirstOrThrow();
    expect(await git.head('birds')).toBe(release.commit_sha);
    const folders = [...(await git.lessonTrees(release.commit_sha)).keys()];
    expect(folders).toEqual(expect.arrayContaining(['710-begin', '711-barn-owls']));
    expect(await staff().listCollections()).toMatchObject([
      { title: 'Birds', git_url: null, code: 'start', earlier_code: true, documents: 2, release_id: made.release_id },
    ]);
    // Editing continues from here.
    const lesson = await staff().getLesson({ params: { id: intro?.id ?? 0 } });
    expect(await staff().saveLesson({ params: { id: lesson.id }, body: { revision: lesson.revision, title: 'Start' } })).toMatchObject({
      title: 'Start',
    });
  });

  it('imports chosen documents, in the chosen order', async () => {
    const documents = JSON.stringify(['left-out.md', 'intro.md']);
    const reply = await send({
      file: zipOf(TEXTS),
      first_number: 720,
      release_name: 'Some',
      branch_name: 'some',
      documents,
      course_name: 'My birds',
    });
    expect((await lessonsOf(reply.imported?.release_id)).map(({ title }) => title)).toEqual(['Left out', 'Begin']);
    expect(await staff().getCourse({ params: { id: reply.imported?.course_id ?? 0 } })).toMatchObject({ name: 'My birds' });
    const [, intro] = reply.documents;
    expect(intro?.report?.notes.map(({ reason }) => reason)).toEqual([
      'The link to owls/barn.md#at-night points to a file that the lesson does not have.',
    ]);
    expect(reply.documents).toContainEqual(expect.objectContaining({ path: 'owls/barn.md', state: 'unlisted', reason: 'Not selected.' }));
  });

  it.each([
    ['title: "Birds\\nof the North"', 'birds'],
    ['title: "\\u202Esdrib"', 'birds'],
    ['title: ""', 'birds'],
    ['title: 12', 'birds'],
  ])('with the %s has the title of its file', async (config, title) => {
    const reply = await send({ file: zipOf({ '_config.yml': config, 'a.md': '# A' }), dry_run: 'true' });
    expect(reply).toMatchObject({ status: 200, title });
  });

  it('refuses what can’t be imported, and changes nothing', async () => {
    await imported('Taken', 730);
    const before = await counts();
    const main = (await staff().listLessons()).find(({ is_main }) => is_main);
    const names = { release_name: 'None', branch_name: 'none', first_number: 740 };
    const cases: [Record<string, string | number | File>, number, string][] = [
      [names, 400, 'Choose a zip'],
      [{ ...names, file: new File(['no zip'], 'a.zip') }, 422, ''],
      [{ ...names, file: zipOf({ 'a.txt': 'x' }) }, 422, 'no documents'],
      [{ ...names, file: zipOf({ 'a.ipynb': '{' }) }, 422, 'None of the documents'],
      [{ ...names, file: zipOf(TEXTS), documents: '["nothing.md"]' }, 422, 'no document nothing.md'],
      [{ ...names, file: zipOf(TEXTS), documents: '["' }, 400, ''],
      [{ ...names, file: zipOf(TEXTS), documents: '[]' }, 400, ''],
      [{ ...names, file: zipOf(TEXTS), first_number: main?.sequence ?? 0 }, 409, String(main?.sequence)],
      [{ ...names, file: zipOf(TEXTS), branch_name: 'taken' }, 409, 'Taken'],
      [{ ...names, file: zipOf(TEXTS), release_name: '' }, 400, ''],
      [{ file: zipOf(TEXTS), first_number: 740 }, 400, ''],
      [{ ...names, file: zipOf(TEXTS), git_url: 'https://example.org/a' }, 400, 'either'],
      [{ ...names, file: zipOf(TEXTS), collection_id: 99_999, release_id: 1 }, 404, ''],
      [{ ...names, git_url: 'https://127.0.0.1/a/b' }, 422, 'not a public address'],
      [{ ...names, git_url: 'https://[::1]/a/b' }, 422, 'not a public address'],
      [{ ...names, git_url: 'http://example.org/a' }, 422, 'address of a public repository'],
      [{ ...names, git_url: 'file:///etc' }, 422, 'address of a public repository'],
      [{ ...names, git_url: 'ext::sh -c id' }, 422, 'address of a public repository'],
      [{ ...names, git_url: 'https://ada:secret@example.org/a' }, 422, 'only public repositories'],
      [{ ...names, git_url: 'https://example.org/a', git_branch: '--upload-pack=x' }, 400, ''],
    ];
    for (const [fields, status, text] of cases) {
      const reply = await send(fields);
      expect([reply.status, reply.error]).toEqual([status, expect.stringContaining(text)]);
    }
    expect((await send({ ...names, file: zipOf(TEXTS) }, 'external')).status).toBe(403);
    expect(await counts()).toEqual(before);
  });

  it.each(['Reading the documents', 'Writing the lessons', 'Storing the lessons'])(
    'leaves nothing when it is stopped while %s',
    async (step) => {
      const before = await counts();
      const operation_id = randomUUID();
      const { live } = server.platform;
      const publish = live.publish.bind(live);
      live.publish = (topic, event) => {
        publish(topic, event);
        if (topic === `operation:${operation_id}` && event.type === 'progress' && event.doing === step)
          server.platform.operations.stop({ id: server.users.staff.id }, operation_id);
      };
      const fields = { file: zipOf(TEXTS), first_number: 750, release_name: 'Stopped', branch_name: 'stopped', operation_id };
      const reply = await send(fields);
      live.publish = publish;
      expect(reply).toMatchObject({ status: 422, error: 'Stopped. Nothing was imported.' });
      expect(await counts()).toEqual(before);
      expect(await server.platform.git.head('stopped')).toBeNull();
    },
  );
});

describe('a server that is killed while it imports', () => {
  it('has no branch before the rows are there', async () => {
    const { git, db } = server.platform;
    const createBranch = git.createBranch.bind(git);
    const stored: number[] = [];
    git.createBranch = async (branch, commit) => {
      expect(await git.head(branch)).toBeNull();
      const lessons = db.selectFrom('lessons').innerJoin('releases', 'releases.id', 'lessons.release_id').select('lessons.id');
      stored.push((await lessons.where('releases.branch_name', '=', branch).execute()).length);
      await createBranch(branch, commit);
    };
    try {
      const { imported: made } = await imported('Unkilled', 760);
      // First the name is reserved for a moment.
      expect(stored).toEqual([0, (await lessonsOf(made.release_id)).length]);
    } finally {
      git.createBranch = createBranch;
    }
    expect(await git.head('unkilled')).not.toBeNull();
  });

  it('has the branch after its next start, if it was killed behind the transaction', async () => {
    const { git, db } = server.platform;
    const createBranch = git.createBranch.bind(git);
    let isReserved = false;
    git.createBranch = async (branch, commit) => {
      if (isReserved) throw new Error('killed');
      isReserved = true;
      await createBranch(branch, commit);
    };
    try {
      await imported('Killed', 770);
    } finally {
      git.createBranch = createBranch;
    }
    expect(await git.head('killed')).toBeNull();
    const release = await db.selectFrom('releases').selectAll().where('branch_name', '=', 'killed').executeTakeFirstOrThrow();
    await commitChanges(server.platform, release.id, AbortSignal.timeout(300_000));
    expect(await git.head('killed')).toBe(release.commit_sha);
  });
});

describe('a newer version of a collection', () => {
  const NEWER: Texts = {
    ...TEXTS,
    'birds/_toc.yml': 'format: jb-book\nroot: intro\nchapters:\n- file: owls/eagle\n- file: owls/barn\n',
    'birds/owls/eagle.md': '# Eagles\n\nSee [barn owls](barn.md).\n',
    'birds/owls/barn.md':
      '# Barn owls\n\n![An owl](../img/owl.png)\n\n```python\nopen("../data/owls.csv").read()\n```\n\n## At night\n\nThey hunt mice.\n\nThey sleep by day.\n',
    'birds/img/owl.png': pngBytes(6, 6),
  };
  const idOf = async (title: string, releaseId: number) =>
    (await staff().listCollections()).find((each) => each.title === title && each.release_id === releaseId)?.id ?? 0;

  async function editNight(lessonId: number, body_markdown: string): Promise<void> {
    const screens = await staff().listScreens({ params: { id: lessonId } });
    const night = screens.find(({ title }) => title === 'At night');
    if (!night) throw new Error('There is no such screen.');
    const params = { lessonId, screenId: night.id };
    await staff().saveScreen({ params, body: { revision: night.revision, body_markdown } });
  }

  it('is merged: an author’s edits stay, changes and new documents arrive, and nothing is deleted', async () => {
    const { imported: made } = await imported('Merged', 800);
    const [, owls] = await lessonsOf(made.release_id);
    await editNight(owls?.id ?? 0, 'They hunt.\n\nThey sleep by day, in barns.');
    const newer = { ...NEWER };
    delete (newer as Record<string, unknown>)['birds/intro.md'];
    newer['birds/_toc.yml'] = 'chapters:\n- file: owls/eagle\n- file: owls/barn\n';
    const collection_id = await idOf('Birds', made.release_id);
    const fields = { file: zipOf(newer), collection_id, release_id: made.release_id, first_number: 810 };
    const preview = await send({ ...fields, dry_run: 'true' });
    const states = ({ documents }: Reply) => documents.map(({ path, state, sequence }) => [path, state, sequence]);
    const expected = [
      ['owls/eagle.md', 'new', 810],
      ['owls/barn.md', 'changed', 801],
      ['left-out.md', 'unlisted', null],
      ['intro.md', 'gone', 800],
    ];
    expect(states(preview)).toEqual(expected);
    expect((await lessonsOf(made.release_id)).map(({ sequence }) => sequence)).toEqual([800, 801]);

    const reply = await send(fields);
    expect(states(reply)).toEqual(expected.filter(([path]) => path !== 'left-out.md'));
    expect(reply.conflicts).toEqual([]);
    const lessons = await lessonsOf(made.release_id);
    expect(lessons.map(({ sequence, title, id }) => [sequence, title, id === owls?.id])).toEqual([
      [800, 'Begin', false],
      [801, 'Barn owls', true],
      [810, 'Eagles', false],
    ]);
    const screens = await staff().listScreens({ params: { id: owls?.id ?? 0 } });
    expect(screens.find(({ title }) => title === 'At night')?.body_markdown).toBe('They hunt mice.\n\nThey sleep by day, in barns.');
    expect(await staff().listImages({ params: { id: owls?.id ?? 0 } })).toMatchObject([{ file_name: 'owl.png', width: 6 }]);
    const eagles = await staff().listScreens({ params: { id: lessons[2]?.id ?? 0 } });
    expect(eagles[0]?.body_markdown).toBe(`See [barn owls](${await linkTo(owls?.id)}).`);
    const courses = (await staff().listCourses()).filter(({ release_id }) => release_id === made.release_id);
    expect(courses).toMatchObject([{ num_lessons: 3 }]);
    const { git, db } = server.platform;
    const release = await db.selectFrom('releases').selectAll().where('id', '=', made.release_id).executeTakeFirstOrThrow();
    expect(release.commit_sha).toBe(await git.head('merged'));
    expect(release.pushed_sha).not.toBe(release.commit_sha);

    // Once more, nothing has changed.
    const again = await send(fields);
    expect(states(again).map(([, state]) => state)).toEqual(['same', 'same', 'gone']);
    expect(await git.head('merged')).toBe(release.commit_sha);
  });

  it('waits for work on the branch, such as the commit of a save', async () => {
    const { imported: made } = await imported('In turn', 790, { branch_name: 'in-turn' });
    const [, owls] = await lessonsOf(made.release_id);
    await editNight(owls?.id ?? 0, 'They hunt.\n\nThey sleep in barns.');
    const collection_id = await idOf('Birds', made.release_id);
    const fields = { file: zipOf(NEWER), collection_id, release_id: made.release_id, first_number: 795, dry_run: 'true' };
    const ends: string[] = [];
    const preview = Promise.withResolvers<Reply>();
    await withBranchLock(server.platform.git, made.release_id, async () => {
      const sent = send(fields).then((reply) => {
        ends.push('preview');
        return reply;
      });
      preview.resolve(sent);
      // Longer than a preview takes.
      await Promise.race([sent, sleep(2_000)]);
      ends.push('work');
    });
    expect(await preview.promise).not.toHaveProperty('error');
    expect(ends).toEqual(['work', 'preview']);
  });

  it('keeps the author’s side of a conflict, and lists both', async () => {
    const { imported: made } = await imported('Torn', 820);
    const [, owls] = await lessonsOf(made.release_id);
    await editNight(owls?.id ?? 0, 'They hunt in the dark.\n\nThey sleep by day.');
    const collection_id = await idOf('Birds', made.release_id);
    const reply = await send({ file: zipOf(NEWER), collection_id, release_id: made.release_id, first_number: 830 });
    expect(reply.conflicts).toEqual([
      {
        sequence: 821,
        lesson_id: owls?.id,
        label: expect.stringContaining('At night'),
        mine: 'They hunt in the dark.\n\nThey sleep by day.',
        theirs: 'They hunt mice.\n\nThey sleep by day.',
      },
    ]);
    const screens = await staff().listScreens({ params: { id: owls?.id ?? 0 } });
    expect(screens.find(({ title }) => title === 'At night')?.body_markdown).toBe('They hunt in the dark.\n\nThey sleep by day.');
    expect(await staff().listImages({ params: { id: owls?.id ?? 0 } })).toMatchObject([{ width: 6 }]);

    // Another version arrives before anything is decided: both sides are still there.
    const next = { ...NEWER, 'birds/intro.md': '# Begin\n\nRead on.\n' };
    await send({ file: zipOf(next), collection_id, release_id: made.release_id, first_number: 830 });
    const params = { id: owls?.id ?? 0 };
    const open = await staff().findCollectionConflict({ params });
    const [key = ''] = Object.keys(open?.mine ?? {});
    expect(open).toMatchObject({
      lesson_id: owls?.id,
      changed_by: 'Birds',
      labels: { [key]: expect.stringContaining('At night') as string },
      base: { [key]: 'They hunt.\n\nThey sleep by day.' },
      mine: { [key]: 'They hunt in the dark.\n\nThey sleep by day.' },
      theirs: { [key]: 'They hunt mice.\n\nThey sleep by day.' },
    });

    // The author saw an outdated version.
    await editNight(params.id, 'They hunt at night.\n\nThey sleep by day.');
    const values = { [key]: 'They hunt mice in the dark.\n\nThey sleep by day.' };
    const stale = staff().resolveCollectionConflict({ params, body: { commit: open?.commit ?? '', values } });
    await expect(stale).rejects.toMatchObject({
      status: 409,
      details: { mine: { [key]: 'They hunt at night.\n\nThey sleep by day.' } },
    });
    const now = await staff().findCollectionConflict({ params });
    const missing = staff().resolveCollectionConflict({ params, body: { commit: now?.commit ?? '', values: {} } });
    await expect(missing).rejects.toMatchObject({ status: 409 });
    await staff().resolveCollectionConflict({ params, body: { commit: now?.commit ?? '', values } });
    const resolved = await staff().listScreens({ params });
    expect(resolved.find(({ title }) => title === 'At night')?.body_markdown).toBe(values[key]);
    expect(await staff().findCollectionConflict({ params })).toBeNull();
    await expect(staff().resolveCollectionConflict({ params, body: { commit: now?.commit ?? '', values } })).rejects.toMatchObject({
      status: 404,
    });
    // The decision is the author's change now, so the same version changes nothing.
    const again = await send({ file: zipOf(next), collection_id, release_id: made.release_id, first_number: 830 });
    expect(again.conflicts).toEqual([]);
    expect(await staff().findCollectionConflict({ params })).toBeNull();
  });

  it('has no conflict in a lesson that was not imported, and none for others than staff', async () => {
    const { id } = await staff().createLesson({ body: { sequence: 899, title: 'Own' } });
    expect(await staff().findCollectionConflict({ params: { id } })).toBeNull();
    await expect(staff().findCollectionConflict({ params: { id: 99_999 } })).rejects.toMatchObject({ status: 404 });
    await expect(server.client('external').findCollectionConflict({ params: { id } })).rejects.toMatchObject({ status: 403 });
  });

  it('doesn’t bring back what was deleted in its release, and arrives in another release as a whole', async () => {
    const { imported: made } = await imported('Deleted', 840);
    const [intro] = await lessonsOf(made.release_id);
    await staff().deleteLesson({ params: { id: intro?.id ?? 0 } });
    const collection_id = await idOf('Birds', made.release_id);
    const reply = await send({ file: zipOf(NEWER), collection_id, release_id: made.release_id, first_number: 850 });
    expect(reply.documents).toContainEqual(expect.objectContaining({ path: 'intro.md', state: 'deleted' }));
    expect((await lessonsOf(made.release_id)).map(({ sequence }) => sequence)).toEqual([841, 850]);
    const other = await staff().createRelease({ body: { name: 'Other', version_major: 'other', create_new: true } });
    const there = await send({ file: zipOf(NEWER), collection_id, release_id: other.id, first_number: 860 });
    expect(there.documents.slice(0, 3).map(({ state }) => state)).toEqual(['new', 'new', 'new']);
    expect((await lessonsOf(other.id)).map(({ sequence }) => sequence)).toEqual([840, 841, 850]);
    expect(there.imported?.course_id).not.toBeNull();
    const main = (await staff().listReleases()).find(({ is_main }) => is_main);
    expect((await send({ file: zipOf(NEWER), collection_id, release_id: main?.id ?? 0 })).status).toBe(422);
  });
});

describe('a newer version of a published collection', () => {
  it('is merged into the next release, which shows the lessons that changed', async () => {
    const { imported: made } = await imported('Published', 900);
    const { dataFolder } = server.platform.config;
    const fetchMain = ['fetch', '--quiet', join(dataFolder, 'working.git'), '+published:main'];
    execFileSync('git', ['-C', join(dataFolder, 'content.git'), ...fetchMain]);
    await importMain(server.platform, AbortSignal.timeout(300_000));
    const next = await staff().createRelease({ body: { name: 'Next', version_major: 'next', create_new: true } });
    const collection = (await staff().listCollections()).find(({ release_id }) => release_id === made.release_id);
    const newer = { ...TEXTS, 'birds/intro.md': '# Begin\n\nRead [about owls](owls/barn.md#at-night) first.\n' };
    const reply = await send({ file: zipOf(newer), collection_id: collection?.id ?? 0, release_id: next.id });
    expect(reply.documents.map(({ path, state }) => [path, state])).toEqual([
      ['intro.md', 'changed'],
      ['owls/barn.md', 'same'],
    ]);
    const lessons = await lessonsOf(next.id);
    expect(lessons.map(({ sequence }) => sequence)).toEqual([900]);
    const screens = await staff().listScreens({ params: { id: lessons[0]?.id ?? 0 } });
    expect(screens[0]?.body_markdown).toMatch(/first\.$/);
  });
});

describe('a collection in a repository', () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();

  async function startRepository(): Promise<{ address: string; folder: string } & AsyncDisposable> {
    const root = await mkdtemp(join(tmpdir(), 'lessonwright-upstream-'));
    const folder = join(root, 'birds.git');
    execFileSync('git', ['init', '--quiet', '--initial-branch=trunk', folder]);
    for (const [path, text] of Object.entries(TEXTS)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '-m', 'Birds');
    const host = createServer((request, reply) => void serveGit(root, request, reply));
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    return {
      folder,
      address: `http://127.0.0.1:${(host.address() as AddressInfo).port}/birds.git`,
      async [Symbol.asyncDispose]() {
        host.closeAllConnections();
        host.close();
        await once(host, 'close');
        await rm(root, { recursive: true });
      },
    };
  }

  const HERE = { protocol: 'http', isAllowed: () => true, resolve: async () => [] } as const;
  const importFrom = (fields: Record<string, string>) =>
    importCollection(server.platform, toActor(server.users.staff), { ...CollectionForm.parse(fields), file: undefined }, HERE);

  it('is imported from its branch, and again when the branch has moved', async () => {
    await using upstream = await startRepository();
    const source = { git_url: upstream.address, git_branch: 'trunk' };
    const preview = await importFrom({ ...source, dry_run: 'true' });
    expect(preview).toMatchObject({ title: 'Birds', commit: git(upstream.folder, 'rev-parse', 'trunk'), imported: null });
    const names = { first_number: '870', release_name: 'Cloned', branch_name: 'cloned' };
    const commit = { git_commit: preview.commit ?? '' };
    const { imported: made } = await importFrom({ ...source, ...names, ...commit });
    expect((await lessonsOf(made?.release_id)).map(({ title }) => title)).toEqual(['Begin', 'Barn owls']);
    const collection = (await staff().listCollections()).find(({ release_id }) => release_id === made?.release_id);
    expect(collection).toMatchObject(source);
    await writeFile(join(upstream.folder, 'birds/intro.md'), '# Begin\n\nRead this first.\n');
    git(upstream.folder, 'commit', '--quiet', '-am', 'Simpler');
    await expect(importFrom({ ...source, ...commit, dry_run: 'true' })).rejects.toMatchObject({
      message: expect.stringContaining('newer commits'),
    });
    const version = { collection_id: String(collection?.id), release_id: String(made?.release_id) };
    const reply = await importFrom({ ...source, ...version });
    expect(reply.documents.map(({ path, state }) => [path, state])).toEqual([
      ['intro.md', 'changed'],
      ['owls/barn.md', 'same'],
    ]);
  });

  it('is refused if it isn’t there, or private', async () => {
    await using upstream = await startRepository();
    await expect(importFrom({ git_url: upstream.address, git_branch: 'none', dry_run: 'true' })).rejects.toMatchObject({
      message: 'The repository has no branch none.',
    });
    await expect(importFrom({ git_url: upstream.address.replace('birds', 'fish'), dry_run: 'true' })).rejects.toMatchObject({
      message: expect.stringMatching(/does not exist|Couldn’t read the repository/),
    });
    const fields = { ...CollectionForm.parse({ git_url: upstream.address, dry_run: 'true' }), file: undefined };
    const actor = toActor(server.users.staff);
    await expect(importCollection(server.platform, actor, fields, { ...HERE, isAllowed: () => false })).rejects.toMatchObject({
      message: expect.stringContaining('not a public address'),
    });
  });
});
