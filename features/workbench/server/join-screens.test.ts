import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let sequence = 800;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

/** A lesson in Python with screens. */
async function lessonWith(...screens: Partial<ScreenFields>[]) {
  const client = server.client('staff');
  const { id: lessonId } = await client.createLesson({ body: { sequence: sequence++, title: 'Screens', language: 'python' } });
  const ids: number[] = [];
  for (const [index, fields] of screens.entries()) {
    const { newScreenId } = await client.createScreen({ params: { id: lessonId }, body: { sequence: index + 1 } });
    await client.saveScreen({ params: { lessonId, screenId: newScreenId }, body: fields });
    ids.push(newScreenId);
  }
  const list = () => client.listScreens({ params: { id: lessonId } });
  return {
    client,
    lessonId,
    ids: ids as [number, ...number[]],
    list,
    undo: (body: { save: string; comments: number[] }) => client.undoScreens({ params: { id: lessonId }, body }),
  };
}

const commentOn = (screenId: number, comment: string, field?: string, text = '') =>
  server.client('staff').createComment({
    params: { id: screenId },
    body: { comment, mandatory: true, ...(field && { quote: { field, text, before: '', after: '' } }) },
  });
const commentsOf = async (screenId: number) =>
  (await server.client('staff').listScreenComments({ params: { id: screenId } })).map(({ comment, quote, is_detached }) => [
    comment,
    quote?.field,
    is_detached,
  ]);

const versionless = ({ revision: _revision, last_updated: _time, commit_status: _status, ...screen }: Record<string, unknown>) => screen;

it('joins two screens with their comments, and undoes it as a whole', async () => {
  const { client, lessonId, ids, list, undo } = await lessonWith(
    { title: 'A', body_markdown: 'An owl.', type: 'code', answer_code: 'a = 1' },
    { title: 'B', body_markdown: 'An owl.', type: 'code', answer_code: 'b = 2', runs_after: 'all' },
    { title: 'C', type: 'code' },
  );
  const [a, b, c] = ids as [number, number, number];
  const output = { stdout: '1\n', stderr: '', images: [] };
  await client.saveOutput({ params: { lessonId, screenId: a }, body: { ...output, check_output: false } });
  const uuids = (await list()).map(({ uuid }) => uuid);
  await client.saveScreen({ params: { lessonId, screenId: c }, body: { starts_from: uuids[1]!, runs_after: [uuids[0]!, uuids[1]!] } });
  await commentOn(a, 'On A', 'body_markdown', 'owl');
  await commentOn(b, 'On B', 'body_markdown', 'owl');
  await commentOn(b, 'On its title', 'title', 'B');
  await commentOn(b, 'On all of it');
  const before = await list();

  const joined = await client.joinScreens({ params: { lessonId, screenId: a }, body: {} });
  expect(joined.keptScreenId).toBe(a);
  expect(await list()).toMatchObject([
    { id: a, sequence: 1, title: 'A', answer_code: 'a = 1\n\nb = 2', runs_after: 'all', answer_output: null },
    { id: c, sequence: 2, starts_from: uuids[0], runs_after: [uuids[0]] },
  ]);
  expect(await commentsOf(a)).toEqual([
    ['On A', 'body_markdown', false],
    ['On B', 'body_markdown', false],
    ['On its title', 'body_markdown', false],
    ['On all of it', undefined, false],
  ]);

  await undo(joined.undo);
  expect((await list()).map(versionless)).toEqual(before.map(versionless));
  expect(await commentsOf(a)).toEqual([['On A', 'body_markdown', false]]);
  expect(await commentsOf(b)).toEqual([
    ['On B', 'body_markdown', false],
    ['On its title', 'title', false],
    ['On all of it', undefined, false],
  ]);
});

it('shows a data file of the removed screen on the one that stays, and refuses two with one name', async () => {
  const { client, lessonId, ids } = await lessonWith({ title: 'A' }, { title: 'B' }, { title: 'C' });
  const [a, b, c] = ids as [number, number, number];
  const files = () => client.listDataFiles({ params: { id: lessonId } });
  const upload = async (name: string, screenId: number) => {
    await sendFile(server, { url: `/api/lesson/${lessonId}/datafile`, name, bytes: 'x\n' });
    const { id } = (await files()).find(({ file_name }) => file_name === name)!;
    return client.saveDataFile({ params: { fileId: id }, body: { screens: [screenId], alias: 'birds.csv' } });
  };
  await upload('one.csv', b);
  await client.joinScreens({ params: { lessonId, screenId: a }, body: {} });
  expect(await files()).toMatchObject([{ file_name: 'one.csv', screens: [a] }]);
  await upload('two.csv', c);
  await expect(client.joinScreens({ params: { lessonId, screenId: a }, body: {} })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('code opens both as “birds.csv”'),
  });
});

it('splits a screen with the comments above the cut, and undoes it as a whole', async () => {
  const { client, lessonId, ids, list, undo } = await lessonWith({
    title: 'A',
    body_markdown: 'One.\n\n## B\n\nTwo.',
    type: 'code',
    initial_code: 'x',
  });
  const [a] = ids;
  await commentOn(a, 'Above', 'body_markdown', 'One');
  await commentOn(a, 'Below', 'body_markdown', 'Two');
  const before = await list();
  const split = await client.splitScreen({ params: { lessonId, screenId: a }, body: { line: 5 } });
  expect(await list()).toMatchObject([
    { id: split.newScreenId, title: 'A', type: 'text', body_markdown: 'One.', initial_code: '' },
    { id: a, title: 'B', type: 'code', body_markdown: 'Two.', initial_code: 'x' },
  ]);
  expect(await commentsOf(split.newScreenId)).toEqual([['Above', 'body_markdown', false]]);
  await commentOn(split.newScreenId, 'Since');
  await undo(split.undo);
  expect((await list()).map(versionless)).toEqual(before.map(versionless));
  expect((await commentsOf(a)).map(([comment]) => comment)).toEqual(['Above', 'Below', 'Since']);
});

it('refuses an undo after another change, and says of what', async () => {
  const { client, lessonId, ids, list, undo } = await lessonWith({ title: 'A' }, { title: 'B' });
  const joined = await client.joinScreens({ params: { lessonId, screenId: ids[0] }, body: {} });
  await client.saveScreen({ params: { lessonId, screenId: ids[0] }, body: { hint_markdown: 'New.' } });
  await expect(undo(joined.undo)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('1. A has changed since.') });
  expect(await list()).toMatchObject([{ hint_markdown: 'New.' }]);
});

it('refuses what can’t be joined, split or undone', async () => {
  const { client, lessonId, ids, undo } = await lessonWith({ title: 'A', type: 'takeaways' }, { title: 'B' });
  const [a, b] = ids as [number, number];
  const join = (screenId: number) => client.joinScreens({ params: { lessonId, screenId }, body: {} });
  await expect(join(b)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('last screen') });
  await expect(join(a)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('takeaways') });
  await expect(client.splitScreen({ params: { lessonId, screenId: b }, body: { line: 1 } })).rejects.toMatchObject({ status: 422 });
  await expect(undo({ save: crypto.randomUUID(), comments: [] })).rejects.toMatchObject({ status: 404 });
});
