import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { getRelease } from '#features/releases/server/releases.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { pushChanges } from '#testing/push-changes.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

const staff = () => server.client('staff');
const titles = async (id: number) => (await staff().listScreens({ params: { id } })).map(({ title }) => title);
const upload = (id: number, kind: string, name: string, bytes: Uint8Array | string) =>
  sendFile(server, { url: `/api/lesson/${id}/${kind}`, name, bytes, role: 'staff' });
const build = (sequence: number, ...names: string[]) =>
  buildLesson(server.platform, toActor(server.users.staff), { sequence, screens: names.map((title) => ({ title })) });

/** Every file of a lesson on its branch. */
async function filesOf({ id }: { id: number }): Promise<string[]> {
  await pushChanges(server.platform);
  const { release_id, sequence } = await staff().getLesson({ params: { id } });
  const { branch_name } = await getRelease(server.platform.db, release_id);
  const working = new GitRepository(join(server.platform.config.dataFolder, 'working.git'));
  const all = (await working.text(['ls-tree', '-r', '--name-only', branch_name])).split('\n');
  return all.filter((path) => path.startsWith(`lessons/${sequence}-`)).map((path) => path.replace(/^lessons\/[^/]+\//, ''));
}

it('copies screens with the files that they name, and moves them', async () => {
  const from = await build(801, 'One', 'Two', 'Three');
  const to = await build(802, 'Start', 'End');
  const [, second = 0, third = 0] = from.screens;
  for (const name of ['plot.png', 'other.png']) await upload(from.id, 'image', name, pngBytes(1, 1));
  await upload(from.id, 'datafile', 'sales.csv', 'a\n1\n');
  await upload(to.id, 'datafile', 'sales.csv', 'b\n2\n');
  const params = { lessonId: from.id, screenId: second };
  await staff().saveScreen({ params, body: { type: 'code', body_markdown: '![Plot](images/plot.png)', answer_code: 'open("sales.csv")' } });
  await staff().createQuestion({ params, body: { question: 'Why?' } });

  const copied = await staff().copyScreens({ params: { id: to.id }, body: { screens: [second], sequence: 2 } });
  expect(copied).toMatchObject({ kept_files: ['sales.csv'], is_other_language: false });
  expect(await titles(to.id)).toEqual(['Start', 'Two', 'End']);
  expect(await titles(from.id)).toEqual(['One', 'Two', 'Three']);
  const [copy = 0] = copied.screens;
  expect(await staff().getScreen({ params: { lessonId: to.id, screenId: copy } })).toMatchObject({
    answer_code: 'open("sales.csv")',
    multipleChoiceQuestions: [{ question: 'Why?' }],
  });
  expect((await staff().listImages({ params: { id: to.id } })).map(({ file_name }) => file_name)).toEqual(['plot.png']);

  // The same file, but on one screen only: the copy's code needs it, too.
  const other = await build(807, 'Only here');
  await upload(other.id, 'datafile', 'sales.csv', 'a\n1\n');
  const [file] = await staff().listDataFiles({ params: { id: other.id } });
  await staff().saveDataFile({ params: { fileId: file?.id ?? 0 }, body: { screens: other.screens.slice() } });
  await staff().copyScreens({ params: { id: other.id }, body: { screens: [second] } });
  const [widened] = await staff().listDataFiles({ params: { id: other.id } });
  expect(widened?.screens).toHaveLength(2);

  const moved = await staff().copyScreens({ params: { id: to.id }, body: { screens: [third], move: true } });
  expect(moved.kept_files).toEqual([]);
  expect([await titles(from.id), await titles(to.id)]).toEqual([
    ['One', 'Two'],
    ['Start', 'Two', 'End', 'Three'],
  ]);
  expect((await staff().listTrash()).map(({ name }) => name)).toContain('Three');
  const files = await filesOf(to);
  expect(files.filter((path) => /^(?:images|files)\//.test(path))).toEqual(['files/sales.csv', 'images/plot.png']);
  expect(files).toContain('screens/two/learn.md');
});

it('copies a screen that starts from another with that screen, or with its code', async () => {
  const from = await build(808, 'One', 'Two');
  const to = await build(809, 'Start');
  const [one = 0, two = 0] = from.screens;
  await staff().saveLesson({ params: { id: from.id }, body: { language: 'python' } });
  const save = (screenId: number, body: object) => staff().saveScreen({ params: { lessonId: from.id, screenId }, body });
  const { uuid } = await save(one, { type: 'code', answer_code: 'x = 1' });
  await save(two, { type: 'code', initial_code: 'own', starts_from: uuid });
  const starts = async (id: number) =>
    (await staff().listScreens({ params: { id } })).map((each) => [each.uuid, each.starts_from, each.initial_code] as const);

  await staff().copyScreens({ params: { id: to.id }, body: { screens: [two] } });
  expect((await starts(to.id)).at(-1)).toEqual([expect.anything(), null, 'x = 1']);
  await staff().copyScreens({ params: { id: to.id }, body: { screens: [one, two] } });
  const [copy, last] = (await starts(to.id)).slice(-2);
  expect(last).toEqual([expect.anything(), copy?.[0], 'own']);
  const duplicate = await staff().duplicateLesson({ params: { id: from.id }, body: { sequence: 810, title: 'Another' } });
  const [first, second] = await starts(duplicate.id);
  expect(first?.[0]).not.toBe(uuid);
  expect(second).toEqual([expect.anything(), first?.[0], 'own']);
});

it('refuses screens of the same lesson, and those of two lessons', async () => {
  const one = await build(803, 'One');
  const other = await build(804, 'Other');
  const copy = (screens: number[]) => staff().copyScreens({ params: { id: one.id }, body: { screens } });
  await expect(copy(one.screens.slice())).rejects.toMatchObject({ status: 422 });
  const mixed = copy([...other.screens, ...one.screens]);
  await expect(mixed).rejects.toMatchObject({ status: 404 });
  expect(await titles(one.id)).toEqual(['One']);
});

it('duplicates a lesson as a new one that goes its own way', async () => {
  const original = await build(805, 'One', 'Two');
  await upload(original.id, 'image', 'plot.png', pngBytes(1, 1));
  await upload(original.id, 'datafile', 'sales.csv', 'a\n1\n');
  const body = { sequence: 806, title: 'Another' };
  const duplicate = await staff().duplicateLesson({ params: { id: original.id }, body });
  expect(duplicate).toMatchObject({ sequence: 806, title: 'Another', release_id: original.release_id });
  const uuids = async (id: number) => (await staff().listScreens({ params: { id } })).map(({ uuid }) => uuid);
  const all = [...(await uuids(original.id)), ...(await uuids(duplicate.id))];
  expect(new Set(all).size).toBe(4);
  await staff().saveLesson({ params: { id: duplicate.id }, body: { description: 'Other' } });
  expect((await staff().getLesson({ params: { id: original.id } })).description).toBe('');
  expect(await filesOf(duplicate)).toEqual(expect.arrayContaining(['files/sales.csv', 'images/plot.png', 'screens/one/screen.yaml']));
  await expect(staff().duplicateLesson({ params: { id: original.id }, body })).rejects.toMatchObject({ status: 409 });
});

it('a lesson is a template of the team in all its versions, for those who decide what is published', async () => {
  const original = await build(821, 'One');
  const params = { id: original.id };
  const set = (is_template: boolean) => staff().setLessonTemplate({ params, body: { is_template } });
  const { uuid } = await staff().getLesson({ params });
  await set(true);
  expect(await set(true)).toContainEqual({ id: original.id, uuid, sequence: 821, title: 'Loops' });
  const author = (await server.newPerson('author')).client;
  expect((await author.listLessonTemplates()).map(({ sequence }) => sequence)).toEqual([821]);
  await expect(author.setLessonTemplate({ params, body: { is_template: false } })).rejects.toMatchObject({ status: 403 });
  // A copy is a lesson of its own.
  const copy = await author.duplicateLesson({ params, body: { sequence: 822, title: 'Begun' } });
  expect((await staff().listLessonTemplates()).map(({ sequence }) => sequence)).toEqual([821]);
  await expect(staff().setLessonTemplate({ params: { id: 999_999 }, body: { is_template: true } })).rejects.toMatchObject({ status: 404 });
  await staff().deleteLesson({ params });
  expect(await staff().listLessonTemplates()).toEqual([]);
  expect(copy.uuid).not.toBe(uuid);
});
