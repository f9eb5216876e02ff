import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteWithUndo } from '#features/revisions/contract.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { authorFileAddress } from '#platform/content/lesson-link.ts';
import { sendFile } from '#testing/send-file.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import type { DataFile } from '../contract/data-files.ts';
import { filesForLesson, filesForScreen } from './data-files.ts';

let server: TestServer;
let next = 700;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());

const staff = () => server.client('staff');
const makeLesson = () => staff().createLesson({ body: { sequence: next++, title: 'Tables' } });

async function makeCommandLine() {
  const { id, revision } = await makeLesson();
  return staff().saveLesson({ params: { id }, body: { language: 'cli', revision } });
}

interface Sent {
  name?: string;
  bytes?: Uint8Array | string;
  overwrite?: boolean;
  folder?: string;
  role?: TestRole;
}

async function upload(lessonId: number, { name = 'data.csv', bytes = 'a,b\n1,2\n', overwrite, folder, role }: Sent = {}) {
  const fields: Record<string, string> = { ...(overwrite !== undefined && { overwrite: String(overwrite) }), ...(folder && { folder }) };
  const reply = await sendFile(server, { url: `/api/lesson/${lessonId}/datafile`, name, bytes, fields, ...(role && { role }) });
  return { status: reply.statusCode, list: reply.json<DataFile[]>(), ...reply.json<{ error?: string; code?: string }>() };
}

async function uploaded(lessonId: number, sent: Sent = {}): Promise<DataFile> {
  const { list } = await upload(lessonId, sent);
  const file = list.find(({ file_name }) => file_name === (sent.name ?? 'data.csv'));
  if (!file) throw new Error(`Nothing was uploaded: ${JSON.stringify(list)}`);
  return file;
}

const published = async () => (await staff().listLessons()).find(({ is_main }) => is_main)!;
const changesOf = (lessonId: number) =>
  server.platform.db.selectFrom('changes').select(['summary', 'content']).where('lesson_id', '=', lessonId).orderBy('id').execute();
const save = (file: Pick<DataFile, 'id'>, body: Partial<Omit<DataFile, 'id'>>) =>
  staff().saveDataFile({ params: { fileId: file.id }, body });
const contents = (id: number, fileName: string) => staff().getDataFileContents({ params: { id, fileName } });

describe('a data file', () => {
  it('is stored with defaults, published live, and queued for git', async () => {
    const lesson = await makeLesson();
    const told = vi.spyOn(server.platform.live, 'publish');
    const { status, list } = await upload(lesson.id);
    expect(status).toBe(200);
    expect(list).toEqual([
      {
        id: expect.any(Number),
        file_name: 'data.csv',
        alias: 'data.csv',
        mode: null,
        preview: false,
        lines: null,
        show_in_editor: false,
        display_first: false,
        screens: [],
        bytes: 8,
        is_text: true,
      },
    ]);
    expect(told).toHaveBeenCalledWith(`lesson:${lesson.id}`, { type: 'files-changed' });
    told.mockRestore();
    expect(await staff().listDataFiles({ params: { id: lesson.id } })).toEqual(list);
    const change = (await changesOf(lesson.id)).at(-1);
    expect(change).toMatchObject({
      summary: `Add file data.csv to lesson ${lesson.sequence}: Tables`,
      content: { files: { 'files/data.csv': { size: 8 } }, lesson: { data_files: [{ file_name: 'data.csv' }] } },
    });
    expect(await staff().getLesson({ params: { id: lesson.id } })).toMatchObject({ revision: lesson.revision });
  });

  it('keeps its id and settings when overwritten, which must be requested', async () => {
    const { id } = await makeLesson();
    const file = await uploaded(id);
    await save(file, { show_in_editor: true });
    expect(await upload(id, { bytes: 'new' })).toMatchObject({ status: 409, code: 'already_exists' });
    const { list } = await upload(id, { bytes: new Uint8Array([1, 0, 2]), overwrite: true });
    expect(list).toMatchObject([{ id: file.id, show_in_editor: true, bytes: 3, is_text: false }]);
  });

  it('is uploaded into a folder, read by its path, moved, and given to code there', async () => {
    const { id } = await makeLesson();
    const { list } = await upload(id, { folder: 'data/raw', bytes: 'a\n' });
    expect(list).toMatchObject([{ file_name: 'data/raw/data.csv', alias: 'data/raw/data.csv' }]);
    expect(await contents(id, 'data/raw/data.csv')).toMatchObject({ contents: 'a\n' });
    const byName = await server.inject({ url: authorFileAddress(id, 'data/raw/data.csv'), headers: server.headers('staff') });
    expect([byName.statusCode, byName.body]).toEqual([200, 'a\n']);
    expect(await filesForLesson(server.platform.db, id)).toEqual([
      { name: 'data/raw/data.csv', sha256: expect.any(String) as string, own: true },
    ]);
    await save(list[0]!, { screens: [], show_in_editor: true });
    const [moved] = await save(list[0]!, { file_name: 'data/birds.csv' });
    expect(moved).toMatchObject({ file_name: 'data/birds.csv', alias: 'data/birds.csv', show_in_editor: true });
    expect((await changesOf(id)).at(-1)).toMatchObject({
      summary: expect.stringContaining('Rename file data/raw/data.csv to data/birds.csv') as string,
      content: { files: { 'files/data/birds.csv': { size: 2 }, 'files/data/raw/data.csv': null } },
    });
    expect(await upload(id, { folder: 'Data' })).toMatchObject({ status: 422, error: expect.stringContaining('spelled') as string });
    expect(await upload(id, { folder: 'data/birds.csv' })).toMatchObject({
      status: 422,
      error: expect.stringContaining('is a file') as string,
    });
    expect(await upload(id, { name: 'data' })).toMatchObject({ status: 422, error: expect.stringContaining('is a folder') as string });
    for (const folder of ['..', '/data', 'data/../..', 'data\\raw', 'a/b/c/d/e/f/g/h']) {
      expect(await upload(id, { folder })).toMatchObject({ status: 400 });
      await expect(save(moved!, { file_name: `${folder}/a.csv` })).rejects.toMatchObject({ status: 400 });
    }
    await upload(id);
    await expect(save(moved!, { file_name: 'DATA.csv' })).rejects.toMatchObject({ status: 422 });
    await expect(save(moved!, { alias: 'data.csv' })).rejects.toMatchObject({ status: 409 });
  });

  it('is refused with a reason', async () => {
    const { id } = await makeLesson();
    await upload(id);
    expect(await upload(id, { name: 'DATA.csv', overwrite: true })).toMatchObject({
      status: 422,
      error: expect.stringContaining('data.csv'),
    });
    expect(await upload(id, { name: '.git' })).toMatchObject({ status: 400, error: expect.stringContaining('name') });
    expect(await upload(id, { bytes: Buffer.alloc(50 * 1024 * 1024 + 1), name: 'big' })).toMatchObject({
      status: 413,
      error: 'File exceeded maximum size of 50 MB',
    });
    expect(await upload(999_999)).toMatchObject({ status: 404 });
    expect(await upload((await published()).id)).toMatchObject({ status: 422, error: expect.stringContaining('published') });
    const form = await server.inject({
      method: 'POST',
      url: `/api/lesson/${id}/datafile`,
      headers: { ...server.headers('staff'), 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="overwrite"\r\n\r\ntrue\r\n--x--\r\n',
    });
    expect(form.statusCode).toBe(400);
  });

  it('is visible to external authors only in their own lessons', async () => {
    const { id } = await makeLesson();
    const file = await uploaded(id);
    const external = server.client('external');
    const own = await external.createLesson({ body: { sequence: next++, title: 'Own' } });
    expect(await upload(own.id, { role: 'external' })).toMatchObject({ status: 200 });
    // A newer version of the number by another user hides this one.
    const copy = await server.client('owner').cloneLesson({ params: { id } });
    await server.client('owner').saveLesson({ params: { id: copy.id }, body: { title: 'Newest' } });
    await expect(external.listDataFiles({ params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(external.saveDataFile({ params: { fileId: file.id }, body: { preview: true } })).rejects.toMatchObject({ status: 404 });
    await expect(external.deleteDataFile({ params: { fileId: file.id } })).rejects.toMatchObject({ status: 404 });
    await expect(external.getDataFileContents({ params: { id, fileName: 'data.csv' } })).rejects.toMatchObject({ status: 404 });
    const byName = await server.inject({ url: authorFileAddress(id, 'data.csv'), headers: server.headers('external') });
    expect(byName.statusCode).toBe(404);
  });
});

describe('the settings of a data file', () => {
  it('are saved field by field, with screens by id', async () => {
    const { id } = await makeLesson();
    const file = await uploaded(id);
    const { newScreenId } = await staff().createScreen({ params: { id }, body: { sequence: 1 } });
    await save(file, { alias: 'people.csv', mode: 'csv', preview: true, lines: 5 });
    const [saved] = await save(file, { screens: [newScreenId], display_first: true });
    // A lesson lists its files and screens.
    expect(await staff().getLesson({ params: { id } })).toMatchObject({
      data_files: [saved],
      display_first: file.id,
      screens: [newScreenId],
    });
    expect(saved).toMatchObject({ alias: 'people.csv', mode: 'csv', preview: true, lines: 5, screens: [newScreenId], display_first: true });
    const changes = await changesOf(id);
    expect(changes.at(-1)).toMatchObject({ summary: expect.stringContaining('Change file data.csv'), content: { files: {} } });
    await save(file, { screens: [newScreenId] });
    expect(await changesOf(id)).toHaveLength(changes.length);
    expect((await save(file, { alias: 'data.csv' }))[0]).toMatchObject({ alias: 'data.csv', screens: [newScreenId] });
  });

  it('apply to runs at once: by alias, on the selected screens', async () => {
    const { id } = await makeLesson();
    const { db } = server.platform;
    const [one, two] = [await uploaded(id, { name: 'one.csv' }), await uploaded(id, { name: 'two.csv' })];
    const first = (await staff().createScreen({ params: { id }, body: { sequence: 1 } })).newScreenId;
    const second = (await staff().createScreen({ params: { id }, body: { sequence: 2 } })).newScreenId;
    await save(one, { screens: [first], alias: 'data.csv' });
    await save(two, { screens: [second], alias: 'data.csv' });
    const folders = await db.selectFrom('screens').select(['id', 'folder']).where('lesson_id', '=', id).execute();
    const on = async (screen: number) =>
      (await filesForScreen(db, id, folders.find((each) => each.id === screen)!.folder)).map(({ name }) => name);
    expect([await on(first), await on(second)]).toEqual([['data.csv'], ['data.csv']]);
    expect(await filesForLesson(db, id)).toHaveLength(1);
    await save(two, { alias: 'other.csv' });
    // A file whose screen is deleted is listed as being for all screens; it is that screen's again once the screen is
    // restored.
    await staff().deleteScreen({ params: { lessonId: id, screenId: first } });
    expect(await on(second)).toEqual(['data.csv', 'other.csv']);
    expect((await save(one, { preview: true }))[0]).toMatchObject({ screens: [], preview: true });
    await staff().restoreScreen({ params: { id: first }, body: {} });
    expect(await on(second)).toEqual(['other.csv']);
  });

  it('are refused if they conflict with another file or each other', async () => {
    const { id } = await makeLesson();
    const [one, two] = [await uploaded(id, { name: 'one.csv' }), await uploaded(id, { name: 'two.csv' })];
    await save(one, { display_first: true, alias: 'data.csv' });
    await expect(save(two, { display_first: true })).rejects.toMatchObject({ status: 409, message: expect.stringContaining('one.csv') });
    await expect(save(two, { alias: 'Data.csv' })).rejects.toMatchObject({ status: 409, message: expect.stringContaining('one.csv') });
    await expect(save(two, { alias: 'a/b' })).rejects.toMatchObject({ status: 400 });
    await expect(save(two, { lines: 0 })).rejects.toMatchObject({ status: 400, message: 'A preview must show at least 1 line.' });
    await expect(save(two, { mode: 'x'.repeat(101) })).rejects.toMatchObject({ status: 400 });
    await expect(save(two, { screens: [999_999] })).rejects.toMatchObject({ status: 400, message: expect.stringContaining('screens') });
    await expect(save({ id: 999_999 }, {})).rejects.toMatchObject({ status: 404 });
    expect(await upload(id, { name: 'data.csv' })).toMatchObject({ status: 422, error: expect.stringContaining('one.csv') });
  });

  it('do not exist for the setup script of a command line, which cannot be deleted either', async () => {
    const { id } = await makeCommandLine();
    const setup = await uploaded(id, { name: 'custom_setup.sh', bytes: 'echo 1\n' });
    const other = await uploaded(id, { name: 'other.sh' });
    await expect(save(setup, { display_first: true })).rejects.toMatchObject({ status: 422 });
    await expect(save(other, { alias: 'custom_setup.sh' })).rejects.toMatchObject({ status: 422 });
    await expect(staff().deleteDataFile({ params: { fileId: setup.id } })).rejects.toMatchObject({ status: 422 });
    expect(await upload(id, { name: 'custom_setup.sh', bytes: 'echo 2\n', overwrite: true })).toMatchObject({ status: 200 });
  });
});

describe('the text of a data file', () => {
  it('can be read and saved; edits of different lines merge, edits of the same lines conflict', async () => {
    const { id } = await makeLesson();
    await upload(id, { bytes: 'one\ntwo\nthree\nfour\n' });
    const params = { id, fileName: 'data.csv' };
    const before = await contents(id, 'data.csv');
    expect(before.contents).toBe('one\ntwo\nthree\nfour\n');
    const mine = await staff().saveDataFileContents({ params, body: { contents: 'ONE\ntwo\nthree\nfour\n', sha256: before.sha256 } });
    expect(mine.contents).toBe('ONE\ntwo\nthree\nfour\n');
    const both = await staff().saveDataFileContents({ params, body: { contents: 'one\ntwo\nthree\nFOUR\n', sha256: before.sha256 } });
    expect(both.contents).toBe('ONE\ntwo\nthree\nFOUR\n');
    expect(await contents(id, 'data.csv')).toEqual(both);
    await expect(
      staff().saveDataFileContents({ params, body: { contents: 'uno\ntwo\nthree\nfour\n', sha256: before.sha256 } }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      details: {
        base: { contents: before.contents },
        mine: { contents: 'uno\ntwo\nthree\nfour\n' },
        theirs: { contents: both.contents },
        changed_by: 'Test staff',
      },
    });
    await expect(staff().saveDataFileContents({ params, body: { contents: 'other', sha256: 'ab'.repeat(32) } })).rejects.toMatchObject({
      code: 'conflict',
      details: { base: {} },
    });
    expect(await staff().saveDataFileContents({ params, body: { contents: 'mine' } })).toMatchObject({ contents: 'mine' });
  });

  it('that saves itself is one commit with the save by hand, and one deed before it', async () => {
    const { id } = await makeLesson();
    await upload(id, { bytes: 'a\n' });
    const params = { id, fileName: 'data.csv' };
    for (const [contents, automatic] of [
      ['b', true],
      ['c', true],
      ['d', false],
    ] as const)
      await staff().saveDataFileContents({ params, body: { contents, automatic } });
    const changes = await server.platform.db
      .selectFrom('changes')
      .select(['batch', 'waits'])
      .where('lesson_id', '=', id)
      .orderBy('id')
      .execute();
    const [first, ...others] = changes.slice(-3);
    expect(changes.slice(-3).map(({ waits }) => waits)).toEqual([true, true, false]);
    expect(first?.batch).not.toBeNull();
    expect(others.map(({ batch }) => batch)).toEqual([first?.batch, first?.batch]);
    const deeds = await server.platform.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject', '=', `lesson:${id}`)
      .where('action', '=', 'data-file.replace')
      .execute();
    expect(deeds).toHaveLength(2);
  });

  it('merges with earlier versions of the same file only', async () => {
    const { id } = await makeLesson();
    const other = await makeLesson();
    await upload(other.id, { name: 'answers.txt', bytes: 'the answers' });
    await upload(id, { name: 'answers.txt', bytes: 'of another file' });
    await upload(id, { bytes: 'first' });
    const params = { id, fileName: 'data.csv' };
    const secrets = [(await contents(other.id, 'answers.txt')).sha256, (await contents(id, 'answers.txt')).sha256];
    const first = await contents(id, 'data.csv');
    await upload(id, { bytes: 'second', overwrite: true });
    const second = await contents(id, 'data.csv');
    // Once a change is in git, its row no longer has its content.
    await server.platform.db.updateTable('changes').set({ content: null }).where('lesson_id', '=', id).execute();
    await upload(id, { bytes: 'third', overwrite: true });
    const conflictOf = async (sha256: string) => {
      const saved = staff().saveDataFileContents({ params, body: { contents: 'mine', sha256 } });
      return (await saved.catch((error: unknown) => error)) as { code: string; details: { base: { contents?: string } } };
    };
    for (const sha256 of secrets) {
      const { code, details } = await conflictOf(sha256);
      expect([code, details.base, JSON.stringify(details)]).toEqual(['conflict', {}, expect.not.stringMatching(/answers|another/)]);
      // Nor does a merge reveal what another text is.
      const guess = staff().saveDataFileContents({ params, body: { contents: 'the answers', sha256 } });
      await expect(guess).rejects.toMatchObject({ code: 'conflict' });
    }
    for (const { sha256, contents: text } of [first, second]) expect((await conflictOf(sha256)).details.base).toEqual({ contents: text });
  });

  it('keeps every edit when several users save at once', async () => {
    const { id } = await makeLesson();
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    await upload(id, { bytes: lines.join('\n') });
    const { sha256 } = await contents(id, 'data.csv');
    await Promise.all(
      [3, 13, 23, 33].map((at) =>
        staff().saveDataFileContents({
          params: { id, fileName: 'data.csv' },
          body: { contents: lines.with(at, `changed ${at}`).join('\n'), sha256 },
        }),
      ),
    );
    const after = (await contents(id, 'data.csv')).contents.split('\n');
    expect([3, 13, 23, 33].map((at) => after[at])).toEqual(['changed 3', 'changed 13', 'changed 23', 'changed 33']);
  });

  it('is not shown for binary files; a command line has a default setup script', async () => {
    const { id } = await makeCommandLine();
    await upload(id, { name: 'image.bin', bytes: new Uint8Array([0xff, 0xfe]) });
    await upload(id, { name: 'long.txt', bytes: Buffer.alloc(5 * 1024 * 1024 + 1, 'a') });
    await expect(contents(id, 'image.bin')).rejects.toMatchObject({ status: 422 });
    await expect(contents(id, 'long.txt')).rejects.toMatchObject({ status: 422, message: expect.stringContaining('5 MB') });
    await expect(contents(id, 'none.txt')).rejects.toMatchObject({ status: 404 });
    expect((await staff().listDataFiles({ params: { id } })).map(({ is_text }) => is_text)).toEqual([false, false]);

    const empty = await contents(id, 'custom_setup.sh');
    expect(empty.contents).toBe('');
    const params = { id, fileName: 'custom_setup.sh' };
    await staff().saveDataFileContents({ params, body: { contents: 'mkdir work\n', sha256: empty.sha256 } });
    expect((await contents(id, 'custom_setup.sh')).contents).toBe('mkdir work\n');
    expect((await staff().listDataFiles({ params: { id } })).map(({ file_name }) => file_name)).toContain('custom_setup.sh');
    const python = await makeLesson();
    await expect(contents(python.id, 'custom_setup.sh')).rejects.toMatchObject({ status: 404 });
    await expect(
      staff().saveDataFileContents({ params: { id: python.id, fileName: 'custom_setup.sh' }, body: { contents: '' } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('a deleted data file', () => {
  it('moves from its lesson to the trash, and is restored unchanged', async () => {
    const lesson = await makeLesson();
    const { id } = lesson;
    const file = await uploaded(id, { name: 'one.csv' });
    await save(file, { display_first: true, alias: 'people.csv' });
    const other = await uploaded(id, { name: 'two.csv' });
    const deletion = await deleteWithUndo((options) => staff().deleteDataFile({ params: { fileId: file.id } }, options));
    expect(deletion.remaining.map(({ file_name }) => file_name)).toEqual(['two.csv']);
    expect((await changesOf(id)).at(-1)).toMatchObject({ content: { files: { 'files/one.csv': null } } });
    await expect(staff().deleteDataFile({ params: { fileId: file.id } })).rejects.toMatchObject({ status: 404 });
    await save(other, { display_first: true });

    const [item] = (await staff().listTrash()).filter(({ lesson_id }) => lesson_id === id);
    expect(item).toMatchObject({
      id: deletion.deletedItem,
      kind: 'data-file',
      name: 'one.csv',
      lesson_sequence: lesson.sequence,
      deleted_by: 'Test staff',
    });
    expect(await staff().restoreItem({ params: { id: item!.id } })).toEqual({ lesson_id: id, screen_id: null });
    expect(await staff().listDataFiles({ params: { id } })).toMatchObject([
      { file_name: 'one.csv', alias: 'people.csv', display_first: false, bytes: 8 },
      { file_name: 'two.csv', display_first: true },
    ]);
    await expect(staff().restoreItem({ params: { id: item!.id } })).rejects.toMatchObject({ status: 404 });
  });

  it('can be restored by external authors only in their own lessons', async () => {
    const external = server.client('external');
    const own = await external.createLesson({ body: { sequence: next++, title: 'Own' } });
    await upload(own.id, { role: 'external' });
    const theirs = await makeLesson();
    const file = await uploaded(theirs.id);
    // A newer version of the number by another user hides theirs.
    const copy = await server.client('owner').cloneLesson({ params: { id: theirs.id } });
    await staff().deleteDataFile({ params: { fileId: file.id } });
    await server.client('owner').saveLesson({ params: { id: copy.id }, body: { title: 'Newest' } });
    const [mine] = await external.listDataFiles({ params: { id: own.id } });
    await external.deleteDataFile({ params: { fileId: mine!.id } });
    const [seen, ...others] = await external.listTrash();
    expect([seen?.lesson_id, others]).toEqual([own.id, []]);
    const hidden = (await staff().listTrash()).find(({ lesson_id }) => lesson_id === theirs.id);
    await expect(external.restoreItem({ params: { id: hidden!.id } })).rejects.toMatchObject({ status: 404 });
    expect(await external.restoreItem({ params: { id: seen!.id } })).toEqual({ lesson_id: own.id, screen_id: null });
  });

  it('does not replace another one with its name', async () => {
    const { id } = await makeLesson();
    const file = await uploaded(id);
    await staff().deleteDataFile({ params: { fileId: file.id } });
    await upload(id, { bytes: 'newer' });
    const [item] = (await staff().listTrash()).filter(({ lesson_id }) => lesson_id === id);
    await expect(staff().restoreItem({ params: { id: item!.id } })).rejects.toMatchObject({ status: 409 });
    expect((await staff().listTrash()).filter(({ lesson_id }) => lesson_id === id)).toHaveLength(1);
  });

  it('can be the base of an edit while it is in the trash', async () => {
    const { id } = await makeLesson();
    const file = await uploaded(id, { bytes: 'first' });
    const { sha256 } = await contents(id, 'data.csv');
    await staff().deleteDataFile({ params: { fileId: file.id } });
    await upload(id, { bytes: 'second' });
    const saved = staff().saveDataFileContents({ params: { id, fileName: 'data.csv' }, body: { contents: 'mine', sha256 } });
    await expect(saved).rejects.toMatchObject({ code: 'conflict', details: { base: { contents: 'first' } } });
  });
});

describe('GET /api/datafile/{fileId}/download', () => {
  const download = (id: number, role: TestRole = 'staff') =>
    server.inject({ url: `/api/datafile/${id}/download`, headers: server.headers(role) });

  it('sends the file under its name', async () => {
    const { id } = await makeLesson();
    const bytes = Buffer.from([0, 1, 2, 255]);
    const file = await uploaded(id, { name: 'übung (1).bin', bytes });
    const reply = await download(file.id);
    expect(reply.rawPayload.equals(bytes)).toBe(true);
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="_bung (1).bin"; filename*=UTF-8''%C3%BCbung%20%281%29.bin`);
    expect((await download(999_999)).statusCode).toBe(404);
    expect((await server.inject({ url: '/api/datafile/x/download', headers: server.headers('staff') })).statusCode).toBe(400);
  });

  it('sends it also by its name, where a link in a text leads', async () => {
    const { id } = await makeLesson();
    await uploaded(id, { name: 'übung (1).bin', bytes: Buffer.from('data') });
    const byName = (lessonId: number, name: string) =>
      server.inject({ url: authorFileAddress(lessonId, name), headers: server.headers('staff') });
    expect((await byName(id, 'übung (1).bin')).body).toBe('data');
    expect((await byName(id, 'none.csv')).statusCode).toBe(404);
    expect((await byName((await makeLesson()).id, 'übung (1).bin')).statusCode).toBe(404);
  });
});
