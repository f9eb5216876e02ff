import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import type { RouteReply } from '#platform/contract/route.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';
import type { importFileRoutes } from '../contract/import-file.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());

type Reply = RouteReply<typeof importFileRoutes.importFile> & { error?: string };

const PNG = Buffer.from(pngBytes(5, 6)).toString('base64');

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { language: 'python', name: 'python3' } },
  cells: [
    { cell_type: 'markdown', source: '# Loops\n\n![cat](attachment:cat.png)', attachments: { 'cat.png': { 'image/png': PNG } } },
    { cell_type: 'code', source: '%pip install x\nprint(1)', outputs: [{ output_type: 'stream', name: 'stdout', text: '1\n' }] },
    { cell_type: 'markdown', source: '## More\n\n![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IngoKSIvPg==)' },
  ],
});

const send = (name: string, content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string | number>, role: TestRole = 'staff') =>
  sendForm<Reply>(server, { url: '/api/lessons/import-file', role }, { ...fields, file: new File([content], name) });

describe('POST /api/lessons/import-file', () => {
  it('creates a lesson from a notebook with its screens and images, and commits it completely', async () => {
    const dry = await send('loops.ipynb', NOTEBOOK, { sequence: 900, dry_run: 'true' });
    const { lines } = await server.client('owner').listAudit({ query: {} });
    expect(lines.map(({ action }) => action)).not.toContain('call.importFile');
    expect(dry).toMatchObject({ status: 200, lesson_id: null, report: { title: 'Loops', language: 'python', images: ['cat.png'] } });
    const { status, lesson_id, report } = await send('loops.ipynb', NOTEBOOK, { sequence: 900, code: 'start' });
    expect(status).toBe(200);
    expect(report).toEqual(dry.report);
    expect(report.notes).toEqual([
      { place: 'Cell 2', reason: '%pip install x: add what it installs to the packages of the lesson.' },
      { place: 'Cell 3', reason: 'The image image.png was skipped: it is not a PNG, JPEG, GIF, WebP or AVIF, nor an SVG without scripts.' },
    ]);
    const id = lesson_id ?? 0;
    const staff = server.client('staff');
    const lesson = await staff.getLesson({ params: { id } });
    expect(lesson).toMatchObject({ sequence: 900, title: 'Loops', author: 'Test staff', language: 'python', language_version: '3.11' });
    expect(lesson.release_name).toContain('Drafts');
    expect(await staff.listScreens({ params: { id } })).toMatchObject([
      {
        title: 'Loops',
        type: 'code',
        initial_code: '# %pip install x\nprint(1)',
        answer_code: '# %pip install x\nprint(1)',
        answer_output: { stdout: '1\n' },
        body_html: expect.stringContaining(`/api/lesson/${id}/image/cat.png`),
      },
      { title: 'More', type: 'text' },
    ]);
    expect(await staff.listImages({ params: { id } })).toMatchObject([{ file_name: 'cat.png', width: 5, height: 6 }]);
    // One commit contains all of it.
    await commitChanges(server.platform, lesson.release_id, AbortSignal.timeout(300_000));
    const { commit_sha } = await server.platform.db
      .selectFrom('releases')
      .selectAll()
      .where('id', '=', lesson.release_id)
      .executeTakeFirstOrThrow();
    const files = await server.platform.git.listFiles(commit_sha!, 'lessons/900-loops');
    expect(files.map(({ path }) => path).toSorted()).toEqual([
      '.generated/loops/output.json',
      'images/cat.png',
      'lesson.yaml',
      'screens/loops/code/answer.py',
      'screens/loops/code/initial.py',
      'screens/loops/learn.md',
      'screens/loops/screen.yaml',
      'screens/more/learn.md',
      'screens/more/screen.yaml',
    ]);
    // Editing continues from here.
    const saved = await staff.saveLesson({ params: { id }, body: { revision: lesson.revision, title: 'Loops again' } });
    expect(saved.title).toBe('Loops again');
  });

  it('creates lessons from Markdown for external authors too, with sanitized HTML', async () => {
    const markdown = '# Safe\n\n<script>alert(1)</script><img src=x onerror=alert(1)> [a](javascript:alert(1))\n\n```sql\nSELECT 1\n```';
    const { lesson_id } = await send('safe.md', markdown, { sequence: 901, title: 'Mine' }, 'external');
    const external = server.client('external');
    const lesson = await external.getLesson({ params: { id: lesson_id ?? 0 } });
    expect(lesson).toMatchObject({ title: 'Mine', author: 'Test external', language: 'sql', language_version: null });
    const [screen] = await external.listScreens({ params: { id: lesson.id } });
    expect(screen).toMatchObject({ answer_code: 'SELECT 1', initial_code: 'SELECT 1' });
    expect(screen?.body_html).not.toMatch(/<script|onerror|href="javascript/);
    expect(await send('safe.md', markdown, { sequence: 902, release_id: lesson.release_id }, 'external')).toMatchObject({ status: 200 });
  });

  it('refuses what New Lesson refuses', async () => {
    const staff = server.client('staff');
    const release = await staff.createRelease({ body: { name: 'Imports', version_major: 'imports', create_new: true } });
    expect(await send('a.md', 'x', { sequence: 903, release_id: release.id })).toMatchObject({ status: 200 });
    const taken = await send('a.md', 'x', { sequence: 903, release_id: release.id });
    expect(taken).toMatchObject({ status: 409, error: expect.stringContaining('903') });
    const published = (await staff.listLessons()).find(({ is_main }) => is_main)!;
    expect((await send('a.md', 'x', { sequence: published.sequence })).status).toBe(409);
    expect((await send('a.md', 'x', { sequence: 904, release_id: published.release_id })).status).toBe(422);
    expect((await send('a.md', 'x', { sequence: 904, release_id: release.id }, 'external')).status).toBe(403);
    expect((await send('a.md', 'x', { sequence: 904, release_id: 99_999 })).status).toBe(404);
  });

  it('reports the problem with a file, and stores nothing', async () => {
    const count = async () => (await server.client('staff').listLessons()).length;
    const before = await count();
    expect(await send('a.ipynb', '{"cells":', { sequence: 905 })).toMatchObject({
      status: 422,
      error: expect.stringContaining('not valid JSON'),
    });
    expect(await send('a.pdf', '%PDF', { sequence: 905 })).toMatchObject({
      status: 422,
      error: expect.stringContaining('can’t be imported'),
    });
    expect(await send('a.md', 'x', { sequence: 'nine' })).toMatchObject({ status: 400 });
    expect(await send('a.md', 'x', { sequence: 905, code: 'both' })).toMatchObject({ status: 400 });
    expect(await sendForm(server, { url: '/api/lessons/import-file' }, { sequence: 905 })).toMatchObject({ status: 400 });
    expect(await send('a.md', new Uint8Array(50 * 1024 * 1024 + 1), { sequence: 905 })).toMatchObject({
      status: 413,
      error: expect.stringContaining('50 MB'),
    });
    expect(await count()).toBe(before);
  });
});

describe('POST /api/lesson/{id}/screens/import-file', () => {
  type Added = RouteReply<typeof importFileRoutes.importScreens> & { error?: string };
  const add = (id: number, fields: Record<string, string | number>, role: TestRole = 'staff', content = NOTEBOOK) =>
    sendForm<Added>(
      server,
      { url: `/api/lesson/${id}/screens/import-file`, role },
      { ...fields, file: new File([content], 'loops.ipynb') },
    );

  it('adds screens with their images at a position, under names that are free', async () => {
    const staff = server.client('staff');
    const { lesson_id } = await send('loops.ipynb', NOTEBOOK, { sequence: 910 });
    const id = lesson_id ?? 0;
    const titles = async () => (await staff.listScreenNames({ params: { id } })).map(({ title }) => title);
    expect(await titles()).toEqual(['Loops', 'More']);
    const dry = await add(id, { sequence: 2, dry_run: 'true' });
    expect(dry).toMatchObject({ status: 200, screens: [], report: { screens: [{ title: 'Loops', type: 'code' }, { title: 'More' }] } });
    expect(await titles()).toEqual(['Loops', 'More']);
    const { screens, report } = await add(id, { sequence: 2, code: 'start' });
    expect(report).toEqual(dry.report);
    expect(await titles()).toEqual(['Loops', 'Loops', 'More', 'More']);
    expect((await staff.listScreens({ params: { id } }))[1]).toMatchObject({
      id: screens[0],
      initial_code: '# %pip install x\nprint(1)',
      body_html: expect.stringContaining(`/api/lesson/${id}/image/cat-2.png`),
    });
    expect((await staff.listImages({ params: { id } })).map(({ file_name }) => file_name).toSorted()).toEqual(['cat-2.png', 'cat.png']);
    for (const screenId of screens.toReversed()) await staff.deleteScreen({ params: { lessonId: id, screenId } });
    expect(await titles()).toEqual(['Loops', 'More']);
  });

  it('turns custom checking on with the first custom checks of the lesson', async () => {
    const part = (name: string, code: string) => `\`@${name}\`\n\`\`\`{python}\n${code}\n\`\`\`\n`;
    const parts = part('solution', 'x = 1') + part('sct', 'Ex().check_object("x").has_equal_value()');
    const exercise = `## Sum\n\n\`\`\`yaml\ntype: NormalExercise\nlang: python\n\`\`\`\n\n${parts}`;
    const staff = server.client('staff');
    const pycheck = [expect.objectContaining({ name: 'pycheck' })];
    const isOn = { custom_check_enabled: true, packages: pycheck };
    const whole = await send('sum.md', exercise, { sequence: 914 });
    expect(await staff.getLesson({ params: { id: whole.lesson_id ?? 0 } })).toMatchObject(isOn);
    const { lesson_id } = await send('a.md', '# A\n\n```python\nprint(1)\n```', { sequence: 915 });
    const id = lesson_id ?? 0;
    expect(await staff.getLesson({ params: { id } })).toMatchObject({ custom_check_enabled: false, packages: [] });
    const fields = { file: new File([exercise], 'sum.md') };
    await sendForm<Added>(server, { url: `/api/lesson/${id}/screens/import-file`, role: 'staff' }, fields);
    expect(await staff.getLesson({ params: { id } })).toMatchObject(isOn);
  });

  it('keeps code in other languages as listings', async () => {
    const staff = server.client('staff');
    const { lesson_id } = await send('query.md', '# Query\n\n```sql\nSELECT 1\n```', { sequence: 911 });
    const id = lesson_id ?? 0;
    const { report } = await add(id, {});
    expect(report.screens).toMatchObject([{ type: 'text' }, { type: 'text' }]);
    expect(report.notes).toContainEqual({ place: 'Cell 2', reason: expect.stringContaining('The lesson runs sql, and this is') });
    expect(await staff.listScreenNames({ params: { id } })).toHaveLength(3);
  });

  it('adds nothing if another image got a chosen name meanwhile', async () => {
    const staff = server.client('staff');
    const { lesson_id } = await send('a.md', '# A\n\nText', { sequence: 913 });
    const id = lesson_id ?? 0;
    const { blobs, db } = server.platform;
    const other = { kind: 'image', file_name: 'cat.png', ...(await blobs.put(pngBytes(7, 8))), settings: '{}' } as const;
    const put = vi.spyOn(blobs, 'put').mockImplementationOnce(async (bytes) => {
      await db
        .insertInto('lesson_files')
        .values({ ...other, lesson_id: id })
        .execute();
      return blobs.put(bytes);
    });
    expect(await add(id, {})).toMatchObject({ status: 422, error: expect.stringContaining('another image with the same name') });
    put.mockRestore();
    expect(await staff.listScreenNames({ params: { id } })).toHaveLength(1);
    expect((await add(id, {})).report.images).toEqual(['cat-2.png']);
  });

  it('refuses what can’t be edited or read, and adds nothing', async () => {
    const staff = server.client('staff');
    const { lesson_id } = await send('a.md', '# A\n\nText', { sequence: 912 });
    const id = lesson_id ?? 0;
    const published = (await staff.listLessons()).find(({ is_main }) => is_main)!;
    expect((await add(published.id, {})).status).toBe(422);
    expect((await add(999_999, {})).status).toBe(404);
    expect((await add(id, { sequence: 0 })).status).toBe(400);
    expect(await add(id, {}, 'staff', '{"nbformat": 4, "metadata": {}, "cells": []}')).toMatchObject({
      status: 422,
      error: 'The file has neither text nor code.',
    });
    expect(await staff.listScreenNames({ params: { id } })).toHaveLength(1);
  });
});
