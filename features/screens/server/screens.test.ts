import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#app/contract/api.ts';
import { countWords } from '#platform/content/word-count.ts';
import { executedFiles, serverFilesOnWay } from '#testing/executed-files.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { listedScreens, NAMES_ONLY } from '../contract/listed-screen.ts';

let server: TestServer;
let next = 700;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(async () => {
  await server.close();
});

/** A lesson with screens of these titles. */
async function lessonWith(...titles: string[]) {
  const client = server.client('staff');
  const lesson = await client.createLesson({ body: { sequence: next++, title: 'Screens' } });
  const ids: number[] = [];
  for (const [index, title] of titles.entries()) {
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: index + 1 } });
    await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { title } });
    ids.push(newScreenId);
  }
  return { client, lessonId: lesson.id, ids };
}

const order = (screens: { sequence: number; title: string }[]) => screens.map(({ sequence, title }) => `${sequence} ${title}`);

/** The statements of the transaction in which `work` updates a screen, from its begin to its commit. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    const calls = query.mock.calls.map((args, index) => {
      const [given] = args as unknown as [string | { text: string }];
      return { session: query.mock.contexts[index], text: typeof given === 'string' ? given : given.text };
    });
    const session = calls.find(({ text }) => text.includes('update "screens"'))?.session;
    const texts = calls.filter((call) => call.session === session).map(({ text }) => text);
    const at = texts.findIndex((text) => text.includes('update "screens"'));
    return texts.slice(texts.lastIndexOf('begin', at), texts.indexOf('commit', at) + 1);
  } finally {
    query.mockRestore();
  }
}

describe('a save of a screen', () => {
  it.each([
    ['nine times', { hint_markdown: 'One.' }, 9],
    ['ten times', { hint_markdown: 'One.', automatic: true }, 10],
  ])('goes $0 to the database, with $1, however many texts and screens there are', async (_, fields, times) => {
    const { client, lessonId, ids } = await lessonWith('a', 'b', 'c');
    const params = { lessonId, screenId: ids[1]! };
    const statements = await statementsOf(() => client.saveScreen({ params, body: { body_markdown: 'Longer than before.', ...fields } }));
    expect(statements).toHaveLength(times);
  });
});

describe('the order of screens', () => {
  it('inserts in the middle and moves the rest down', async () => {
    const { client, lessonId } = await lessonWith('a', 'b');
    const { screens, newScreenId } = await client.createScreen({ params: { id: lessonId }, body: { sequence: 2 } });
    expect(order(screens)).toEqual(['1 a', '2 ', '3 b']);
    expect(screens[1]?.id).toBe(newScreenId);
  });

  it('creates a screen of the requested type, a text otherwise', async () => {
    const { client, lessonId } = await lessonWith();
    await client.createScreen({ params: { id: lessonId }, body: { sequence: 1 } });
    const { screens } = await client.createScreen({ params: { id: lessonId }, body: { sequence: 2, type: 'code' } });
    expect(screens.map(({ type }) => type)).toEqual(['text', 'code']);
  });

  it('adds the screens of a template in their order, and returns the first', async () => {
    const { client, lessonId } = await lessonWith('a', 'b');
    const body = { sequence: 2, template: 'explain-try-check' } as const;
    const { screens, newScreenId } = await client.createScreen({ params: { id: lessonId }, body });
    expect(order(screens)).toEqual(['1 a', '2 ', '3 ', '4 ', '5 b']);
    expect(screens.slice(1, 4).map(({ type }) => type)).toEqual(['text', 'code', 'takeaways']);
    expect(newScreenId).toBe(screens[1]?.id);
    const at = { lessonId, screenId: newScreenId };
    expect((await client.getScreen({ params: at })).body_markdown).toContain('TODO');
  });

  it('refuses an unknown template', async () => {
    const { client, lessonId } = await lessonWith('a');
    const body = { sequence: 1, template: 'constructor' as 'worked-example' };
    await expect(client.createScreen({ params: { id: lessonId }, body })).rejects.toMatchObject({ status: 400 });
    expect(order(await client.listScreens({ params: { id: lessonId } }))).toEqual(['1 a']);
  });

  it('treats a number after the end as the end', async () => {
    const { client, lessonId } = await lessonWith('a');
    const { screens } = await client.createScreen({ params: { id: lessonId }, body: { sequence: 50 } });
    expect(order(screens)).toEqual(['1 a', '2 ']);
  });

  it('closes the gap of a deleted screen', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b', 'c');
    expect(order(await client.deleteScreen({ params: { lessonId, screenId: ids[1]! } }))).toEqual(['1 a', '2 c']);
    await expect(client.getScreen({ params: { lessonId, screenId: ids[1]! } })).rejects.toMatchObject({ status: 404 });
  });

  it('ignores screens in the trash', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b', 'c', 'd');
    await client.deleteScreen({ params: { lessonId, screenId: ids[1]! } });
    const screens = await client.moveScreen({ params: { lessonId, screenId: ids[0]! }, body: { sequence: 99 } });
    expect(order(screens)).toEqual(['1 c', '2 d', '3 a']);
  });

  it('leaves the screens of other lessons where they are', async () => {
    const [before, changed, after] = [await lessonWith('a', 'b'), await lessonWith('a', 'b'), await lessonWith('a', 'b')];
    const expectOthersThere = async () => {
      for (const { client, lessonId } of [before, after])
        expect(order(await client.listScreens({ params: { id: lessonId } }))).toEqual(['1 a', '2 b']);
    };
    await changed.client.createScreen({ params: { id: changed.lessonId }, body: { sequence: 1 } });
    await expectOthersThere();
    await changed.client.deleteScreen({ params: { lessonId: changed.lessonId, screenId: changed.ids[0]! } });
    await expectOthersThere();
  });

  it('inserts a copy right after the original', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b');
    await client.saveScreen({ params: { lessonId, screenId: ids[0]! }, body: { body_markdown: 'Copied', type: 'code', answer_code: '1' } });
    const { screens, newScreenId } = await client.duplicateScreen({ params: { id: ids[0]! } });
    expect(order(screens)).toEqual(['1 a', '2 a (copy)', '3 b']);
    expect(screens[1]).toMatchObject({ id: newScreenId, body_markdown: 'Copied', type: 'code', answer_code: '1' });
    expect(screens[1]?.uuid).not.toBe(screens[0]?.uuid);
  });

  it.each([
    [1, 3, 'b c a d'],
    [4, 1, 'd a b c'],
    [2, 3, 'a c b d'],
    [1, 99, 'b c d a'],
    [2, 2, 'a b c d'],
  ])('moves screen %d to place %d: %s', async (from, to, expected) => {
    const { client, lessonId, ids } = await lessonWith('a', 'b', 'c', 'd');
    const before = await client.listScreens({ params: { id: lessonId } });
    const screens = await client.moveScreen({ params: { lessonId, screenId: ids[from - 1]! }, body: { sequence: to } });
    expect(order(screens)).toEqual(expected.split(' ').map((title, index) => `${index + 1} ${title}`));
    // Only the order changes.
    const revisions = (list: typeof screens) => Object.fromEntries(list.map(({ id, revision }) => [id, revision]));
    expect(revisions(screens)).toEqual(revisions(before));
  });

  it('queues one change with only the order for a move, and none for a move to the same position', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b');
    const newest = () =>
      server.platform.db
        .selectFrom('changes')
        .select(['id', 'summary', 'content'])
        .where('lesson_id', '=', lessonId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
    const before = await newest();
    await client.moveScreen({ params: { lessonId, screenId: ids[0]! }, body: { sequence: 1 } });
    expect((await newest()).id).toBe(before.id);
    const screens = await client.moveScreen({ params: { lessonId, screenId: ids[0]! }, body: { sequence: 2 } });
    const moved = await newest();
    expect(moved.summary).toMatch(/^Move screen 1 of lesson \d+: a$/);
    expect(moved.content).toEqual({ folder: expect.any(String), screen_order: screens.map(({ uuid }) => uuid) });
    const audited = server.platform.db.selectFrom('audit_entries').select('action').where('subject', '=', `screen:${ids[0]}`);
    expect((await audited.execute()).filter(({ action }) => action === 'screen.move')).toHaveLength(1);
  });

  it('rejects a bad number and a screen of another lesson', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b');
    const other = await lessonWith('c');
    const params = { lessonId, screenId: ids[0]! };
    await expect(client.moveScreen({ params, body: { sequence: 0 } })).rejects.toMatchObject({ status: 400 });
    await expect(client.moveScreen({ params: { ...params, screenId: other.ids[0]! }, body: { sequence: 2 } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('stays consistent when several users reorder at once', async () => {
    const { client, lessonId } = await lessonWith('a', 'b');
    await Promise.all(Array.from({ length: 6 }, () => client.createScreen({ params: { id: lessonId }, body: { sequence: 2 } })));
    const screens = await client.listScreens({ params: { id: lessonId } });
    expect(screens.map((screen) => screen.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const moves = screens.map(({ id }, index) =>
      client.moveScreen({ params: { lessonId, screenId: id }, body: { sequence: ((index * 5) % 8) + 1 } }),
    );
    await Promise.all(moves);
    const after = await client.listScreens({ params: { id: lessonId } });
    expect(after.map((screen) => screen.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(after.map(({ id }) => id))).toEqual(new Set(screens.map(({ id }) => id)));
  });
});

describe('PUT screen', () => {
  it('saves, renders the texts safely and counts the revision', async () => {
    const { client, lessonId, ids } = await lessonWith('a');
    const body = { body_markdown: '# Hi\n\n<script>alert(1)</script>', hint_markdown: '*look*', chat_prompt: 'Be *kind*.' };
    const saved = await client.saveScreen({ params: { lessonId, screenId: ids[0]! }, body });
    expect(saved).toMatchObject({ ...body, revision: 3, updated_by: server.users.staff.name });
    expect(saved.body_html).toContain('<h1>Hi</h1>');
    expect(saved.body_html).not.toContain('script');
    expect(saved.hint_html).toContain('<em>look</em>');
    expect(saved).toMatchObject({ chat_prompt: 'Be *kind*.', chat_prompt_markdown: 'Be *kind*.' });
    expect(saved.chat_prompt_html).toContain('<em>kind</em>');
  });

  it('merges edits of different lines', async () => {
    const { client, lessonId, ids } = await lessonWith('a');
    const params = { lessonId, screenId: ids[0]! };
    const { revision } = await client.saveScreen({ params, body: { body_markdown: 'one\n\ntwo\n\nthree\n' } });
    await server.client('owner').saveScreen({ params, body: { body_markdown: 'ONE\n\ntwo\n\nthree\n', revision } });
    const saved = await client.saveScreen({ params, body: { body_markdown: 'one\n\ntwo\n\nTHREE\n', revision } });
    expect(saved.body_markdown).toBe('ONE\n\ntwo\n\nTHREE\n');
  });

  it('returns both sides of the same line, and accepts the resolved text', async () => {
    const { client, lessonId, ids } = await lessonWith('a');
    const params = { lessonId, screenId: ids[0]! };
    const { revision } = await client.saveScreen({ params, body: { body_markdown: 'one' } });
    await server.client('owner').saveScreen({ params, body: { body_markdown: 'theirs', revision } });
    const error = await client.saveScreen({ params, body: { body_markdown: 'mine', revision } }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      status: 409,
      code: 'conflict',
      details: { mine: { body_markdown: 'mine' }, theirs: { body_markdown: 'theirs' } },
    });
    const { details } = error as { details: { revision: number } };
    const saved = await client.saveScreen({ params, body: { body_markdown: 'theirs and mine', revision: details.revision } });
    expect(saved.body_markdown).toBe('theirs and mine');
  });

  it('starts from an earlier code screen, and from no other', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b', 'c');
    const save = (index: number, body: object) => client.saveScreen({ params: { lessonId, screenId: ids[index]! }, body });
    await save(0, { type: 'code' });
    await save(1, { type: 'code', initial_code: 'own' });
    const uuids = (await client.listScreens({ params: { id: lessonId } })).map(({ uuid }) => uuid);
    expect(await save(1, { starts_from: uuids[0] })).toMatchObject({ starts_from: uuids[0], initial_code: 'own' });
    await expect(save(1, { starts_from: uuids[1] })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('earlier one'),
    });
    await expect(save(1, { starts_from: uuids[2] })).rejects.toMatchObject({ message: expect.stringContaining('earlier one') });
    await expect(save(1, { starts_from: randomUUID() })).rejects.toMatchObject({ message: expect.stringContaining('no such screen') });
    await save(0, { type: 'text' });
    await expect(save(2, { type: 'code', starts_from: uuids[0] })).rejects.toMatchObject({ message: expect.stringContaining('no code') });
    // What became of the other screen refuses no save of this one.
    expect(await save(1, { starts_from: uuids[0], title: 'New' })).toMatchObject({ title: 'New' });
    expect(await save(2, { starts_from: uuids[0], title: 'Kept', automatic: true })).toMatchObject({ title: 'Kept' });
  });

  it('does not find a screen under another lesson', async () => {
    const first = await lessonWith('a');
    const second = await lessonWith('b');
    const params = { lessonId: second.lessonId, screenId: first.ids[0]! };
    await expect(first.client.saveScreen({ params, body: { title: 'x' } })).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    ['an unknown type', { type: 'video' }],
    ['a number for a text', { body_markdown: 7 }],
    ['an unknown scope', { check_scope: 'everywhere' }],
    ['a start that is no uuid', { starts_from: '../1' }],
  ])('refuses %s', async (_name, body) => {
    const { lessonId, ids } = await lessonWith('a');
    const url = `/api/lesson/${lessonId}/screen/${ids[0]}`;
    const reply = await server.inject({ method: 'PUT', url, headers: server.headers('staff'), payload: body });
    expect(reply.statusCode).toBe(400);
  });
});

describe('the first custom check of a lesson', () => {
  const check = (client: Awaited<ReturnType<typeof lessonWith>>['client'], lessonId: number, screenId: number, custom_check_code: string) =>
    client.saveScreen({ params: { lessonId, screenId }, body: { custom_check_code } });

  it('turns custom checking on, in the same transaction, and needs no build', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b');
    const before = await client.getLesson({ params: { id: lessonId } });
    expect((await check(client, lessonId, ids[0]!, 'variable_exists("x")')).has_turned_on_checks).toBe(true);
    const after = await client.getLesson({ params: { id: lessonId } });
    expect(after).toMatchObject({ custom_check_enabled: true, packages: [{ name: 'pycheck' }], dependencies_ready: true });
    expect(after.revision).toBe(before.revision + 1);
    expect((await check(client, lessonId, ids[0]!, 'variable_exists("y")')).has_turned_on_checks).toBe(false);
    expect((await check(client, lessonId, ids[1]!, 'variable_exists("x")')).has_turned_on_checks).toBe(false);
  });

  it('stays off where the author turned it off', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b');
    await check(client, lessonId, ids[0]!, 'variable_exists("x")');
    await client.saveLesson({ params: { id: lessonId }, body: { custom_check_enabled: false } });
    expect((await check(client, lessonId, ids[1]!, 'variable_exists("x")')).has_turned_on_checks).toBe(false);
    expect((await client.getLesson({ params: { id: lessonId } })).custom_check_enabled).toBe(false);
  });

  it('replaces no legacy checks, and turns nothing on in R', async () => {
    const { client, lessonId, ids } = await lessonWith('a');
    await client.saveLesson({ params: { id: lessonId }, body: { legacy_check_enabled: true } });
    expect((await check(client, lessonId, ids[0]!, 'variable_exists("x")')).has_turned_on_checks).toBe(false);
    await client.saveLesson({ params: { id: lessonId }, body: { legacy_check_enabled: false, language: 'r', language_version: null } });
    await check(client, lessonId, ids[0]!, '');
    expect((await check(client, lessonId, ids[0]!, 'variable_exists("x")')).has_turned_on_checks).toBe(false);
  });
});

describe('the folder of a screen in git', () => {
  const folderOf = async (screenId: number) =>
    (await server.platform.db.selectFrom('screens').select('folder').where('id', '=', screenId).executeTakeFirstOrThrow()).folder;

  it('is named after the first title only', async () => {
    const { client, lessonId, ids } = await lessonWith('Filtering rows', 'Filtering rows');
    expect(await folderOf(ids[0]!)).toBe('filtering-rows');
    expect(await folderOf(ids[1]!)).toBe('filtering-rows-2');
    await client.saveScreen({ params: { lessonId, screenId: ids[0]! }, body: { title: 'Selecting rows' } });
    expect(await folderOf(ids[0]!)).toBe('filtering-rows');
  });
});

describe("the answer's output and variables", () => {
  it('are stored and returned', async () => {
    const { client, lessonId, ids } = await lessonWith('a');
    const params = { lessonId, screenId: ids[0]! };
    const stored = await client.saveOutput({ params, body: { stdout: '42\n', stderr: '', images: [], check_output: true } });
    expect(stored).toMatchObject({ check_output: true, answer_output: { stdout: '42\n' } });
    const x = { name: 'x', type_name: 'int', value: { kind: 'int' as const, value: '42' } };
    expect((await client.saveVariables({ params, body: [x] })).answer_variables).toMatchObject([x]);
    // A script may send the name alone: the recorded value stays.
    expect((await client.saveVariables({ params, body: [{ name: 'x' }] })).answer_variables).toMatchObject([x]);
    expect((await client.saveVariables({ params, body: [] })).answer_variables).toEqual([]);
  });
});

describe('the words of a lesson', () => {
  it('are counted by screen, in what learners read, as in the editor', async () => {
    const client = server.client('staff');
    const lesson = await client.createLesson({ body: { sequence: next++, title: 'Counted' } });
    const params = { id: lesson.id };
    const { newScreenId } = await client.createScreen({ params, body: { sequence: 1 } });
    const texts = { body_markdown: '## Ein schöner Tag – *überall*\n\n- `x = 1`', hint_markdown: 'So | so', chat_prompt: 'Not read' };
    await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: texts });
    const words = countWords(texts.body_markdown) + countWords(texts.hint_markdown);
    expect(await client.countWords({ params })).toEqual([{ screen_id: newScreenId, words }]);
    await expect(client.countWords({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('the list of screens', () => {
  it('returns 404 for an unknown lesson', async () => {
    await expect(server.client('staff').listScreens({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a lesson as a whole', () => {
  const FIELDS = ['setup_code', 'initial_code', 'display_code', 'answer_code', 'custom_check_code', 'unit_test_code'];

  /** As git may bring it: the first fields with so many characters each. */
  async function fill(id: number | undefined, fields: number, characters: number): Promise<void> {
    const { db } = server.platform;
    for (const name of FIELDS.slice(0, fields))
      await sql`update screens set fields = jsonb_set(fields, array[${name}], to_jsonb(repeat('x', ${characters}))) where id = ${id}`.execute(
        db,
      );
  }

  const refusal = {
    status: 413,
    message: expect.stringMatching(/^The texts and code of this lesson have \d\.?\d? MB; a lesson can have 5 MB\. Nothing was saved\./),
  };

  it('has a limit, which no save, copy or restore exceeds, and what was stored stays', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b');
    const [first = 0, second = 0] = ids;
    await fill(first, 5, 950_000);
    const save = () => client.saveScreen({ params: { lessonId, screenId: second }, body: { setup_code: 'x'.repeat(400_000) } });
    await expect(save()).rejects.toMatchObject(refusal);
    await expect(client.duplicateScreen({ params: { id: first } })).rejects.toMatchObject(refusal);
    const lengths = (await client.listScreens({ params: { id: lessonId } })).map(({ setup_code }) => setup_code.length);
    expect(lengths).toEqual([950_000, 0]);
    await client.deleteScreen({ params: { lessonId, screenId: first } });
    await save();
    await expect(client.restoreScreen({ params: { id: first }, body: {} })).rejects.toMatchObject(refusal);
  });

  it('grows only the lists that pages open for its texts: what shows names stays small', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b', 'c');
    const [first = 0, second = 0, third = 0] = ids;
    await fill(first, 4, 60_000);
    await sql`update screens set type = 'code', fields = fields || '{"type": "code"}', attached = attached || jsonb_build_object('answer_output',
      jsonb_build_object('stdout', repeat('x', 60000), 'stderr', '', 'images', '[]'::jsonb)) where id = ${first}`.execute(
      server.platform.db,
    );
    await client.saveScreen({ params: { lessonId, screenId: third }, body: { body_markdown: 'x'.repeat(60_000) } });
    await client.deleteScreen({ params: { lessonId, screenId: third } });
    // All lists: those of the product, and those of a lesson.
    const lists = Object.entries(api).flatMap(([name, { method, path, replyKind }]) => {
      const url = path.replace('/lesson/{id}', `/lesson/${lessonId}`).replace('/{kind}/{id}', `/lesson/${lessonId}`);
      return name.startsWith('list') && method === 'GET' && replyKind === 'json' && !url.includes('{') ? [{ name, url }] : [];
    });
    const large: string[] = [];
    for (const { name, url } of lists) {
      const { payload } = await server.inject({ url, headers: server.headers('owner') });
      if (payload.includes('x'.repeat(1_000))) large.push(name);
    }
    expect(lists.length).toBeGreaterThan(40);
    expect(large).toEqual(['listScreens', 'listLessonTests']);

    const query = NAMES_ONLY;
    const replies = [
      await client.createScreen({ params: { id: lessonId }, query, body: { sequence: 1 } }),
      await client.moveScreen({ params: { lessonId, screenId: first }, query, body: { sequence: 1 } }),
      await client.duplicateScreen({ params: { id: second }, query }),
      await client.deleteScreen({ params: { lessonId, screenId: second }, query }),
    ];
    expect(replies.map((reply) => JSON.stringify(reply).length).filter((bytes) => bytes > 5_000)).toEqual([]);
    const names = await client.listScreenNames({ params: { id: lessonId } });
    expect(order(names)).toEqual(['1 a', '2 ', '3 b (copy)']);
    expect(names).toEqual(listedScreens(await client.listScreens({ params: { id: lessonId } })));
  });

  it('that git made too large can be made smaller; one that would take the memory is not opened', async () => {
    const { client, lessonId, ids } = await lessonWith('a', 'b');
    const [first = 0, second = 0] = ids;
    await fill(first, 6, 950_000);
    await expect(client.saveScreen({ params: { lessonId, screenId: second }, body: { title: 'longer' } })).rejects.toMatchObject(refusal);
    await fill(first, 1, 20_000_000);
    await expect(client.listScreens({ params: { id: lessonId } })).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('It is kept as it is in Git.'),
    });
    await client.saveScreen({ params: { lessonId, screenId: first }, body: { setup_code: 'short' } });
    expect(await client.listScreens({ params: { id: lessonId } })).toHaveLength(2);
  });
});

it('saves a screen by the files that ARCHITECTURE names', async () => {
  const { client, lessonId, ids } = await lessonWith('a');
  const executed = await executedFiles(() => client.saveScreen({ params: { lessonId, screenId: ids[0]! }, body: { title: 'b' } }));
  expect(serverFilesOnWay('save').filter((path) => !executed.has(path))).toEqual([]);
});
