import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { setLessonFiles } from '#features/lesson-files/server/data-files.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { sendForm } from '#testing/send-form.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { FINDINGS_MAX, type Preflight } from '../contract/preflight.ts';
import { MESSAGES } from './messages.ts';
import { deleteReportsBefore } from './queries.ts';

let server: TestServer;
let sequence = 400;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const client = () => server.client('staff');

async function makeLesson(body_markdown: string, title = 'Looked at') {
  const lesson = await client().createLesson({ body: { sequence: (sequence += 1), title } });
  const { newScreenId: screenId } = await client().createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  await client().saveScreen({ params: { lessonId: lesson.id, screenId }, body: { title: 'One', body_markdown } });
  return { id: lesson.id, release_id: lesson.release_id, sequence, screenId };
}

const look = (id: number) => client().getLessonPreflight({ params: { id } });
const rules = ({ findings }: Preflight) => findings.filter(({ accepted }) => accepted === null).map(({ rule }) => rule);
const bodyOf = async ({ id, screenId }: { id: number; screenId: number }) =>
  (await client().getScreen({ params: { lessonId: id, screenId } })).body_markdown;

describe('a lesson', () => {
  it('has findings with their places, which a save changes', async () => {
    const made = await makeLesson('a\n\n![A cat](images/cat.png)');
    const { lessons, findings } = await look(made.id);
    expect(lessons).toMatchObject([{ id: made.id, is_checked: true, counts: { error: 1, warning: 0, note: 0 } }]);
    expect(findings).toMatchObject([
      {
        rule: 'image-missing',
        severity: 'error',
        lesson_id: made.id,
        screen_id: made.screenId,
        screen_sequence: 1,
        place: { field: 'body_markdown', line: 3, column: 1 },
        fix: 'Remove the image',
        accepted: null,
      },
    ]);
    await client().saveScreen({ params: { lessonId: made.id, screenId: made.screenId }, body: { body_markdown: 'a' } });
    expect((await look(made.id)).findings).toEqual([]);
  });

  it('is fixed by an ordinary save, and the fix is undone', async () => {
    const before = '## A\n\n#### B\n\nc';
    const made = await makeLesson(before);
    const [finding] = (await look(made.id)).findings;
    const params = { id: made.id };
    const body = { fingerprint: finding?.fingerprint ?? '' };
    const { undo, deleted } = await client().fixFinding({ params, body });
    expect(deleted).toBeNull();
    expect(await bodyOf(made)).toBe('## A\n\n### B\n\nc');
    expect(rules(await look(made.id))).toEqual([]);
    await expect(client().fixFinding({ params, body })).rejects.toMatchObject({ code: 'refused', message: MESSAGES.changed });
    await client().undoFix({ params, body: { undo } });
    expect(await bodyOf(made)).toBe(before);
    await expect(client().undoFix({ params, body: { undo } })).rejects.toMatchObject({ code: 'refused', message: MESSAGES.changed });
  });

  it('has unknown words, until a lesson of the release accepts them', async () => {
    const [one, two] = [await makeLesson('We definately read it.'), await makeLesson('They definately do.')];
    const [finding] = (await look(one.id)).findings;
    expect(finding).toMatchObject({ rule: 'spelling', severity: 'note', fix: 'Write “definitely”' });
    const body = { fingerprint: finding?.fingerprint ?? '' };
    const spelled = (words: string[], with_proposals = false) =>
      client().checkSpelling({ params: { id: one.id }, body: { words, with_proposals } });
    const { fingerprint } = body;
    expect(await spelled(['read', 'Definately', 'recieve'])).toMatchObject([
      { word: 'Definately', fingerprint },
      { proposals: ['receive'] },
    ]);
    const [wrold] = await spelled(['Wrold'], true);
    expect([wrold?.proposals.includes('World'), (wrold?.proposals.length ?? 0) <= 5]).toEqual([true, true]);
    await expect(spelled([''])).rejects.toMatchObject({ code: 'invalid' });
    await client().fixFinding({ params: { id: one.id }, body });
    expect(await bodyOf(one)).toBe('We definitely read it.');
    expect(rules(await look(two.id))).toEqual(['spelling']);
    const accept = (more: { word?: string }) =>
      client().acceptFinding({ params: { id: made.id }, body: { ...body, reason: 'It is a word.', ...more } });
    const made = await makeLesson('No such word.');
    await expect(accept({ word: 'another' })).rejects.toMatchObject({ code: 'refused', message: MESSAGES.changed });
    await accept({ word: 'definately' });
    expect(rules(await look(two.id))).toEqual([]);
    await client().reopenFinding({ params: { id: made.id }, body });
    await client().acceptFinding({ params: { id: two.id }, body: { ...body, reason: 'It is a word.' } });
    expect(rules(await look(two.id))).toEqual([]);
    expect(await spelled(['definately'])).toEqual([]);
    await client().saveScreen({ params: { lessonId: one.id, screenId: one.screenId }, body: { body_markdown: 'Definately.' } });
    expect((await look(one.id)).findings).toEqual([]);
    await client().reopenFinding({ params: { id: two.id }, body });
    expect(rules(await look(one.id))).toEqual(['spelling']);
  });

  it('gets its settings fixed, too', async () => {
    const { id } = await makeLesson('a');
    await client().saveLesson({ params: { id }, body: { related_lessons: [99_999, 99_998] } });
    const { findings } = await look(id);
    expect(findings.map(({ rule, place }) => [rule, place.file])).toEqual([
      ['related-lesson-missing', 'lesson.yaml'],
      ['related-lesson-missing', 'lesson.yaml'],
    ]);
    await client().fixFinding({ params: { id }, body: { fingerprint: findings[0]?.fingerprint ?? '' } });
    expect((await client().getLesson({ params: { id } })).related_lessons).toEqual([99_998]);
  });

  it('moves an unused image to the trash, from where it is restored', async () => {
    const { id } = await makeLesson('a');
    await sendForm(server, { url: `/api/lesson/${id}/image` }, { file: new File([new Uint8Array(pngBytes(1, 1))], 'dot.png') });
    const [finding] = (await look(id)).findings;
    expect(finding).toMatchObject({ rule: 'image-unused', fix: 'Delete “dot.png”' });
    const { deleted } = await client().fixFinding({ params: { id }, body: { fingerprint: finding?.fingerprint ?? '' } });
    expect(deleted).toMatchObject({ kind: 'image', name: 'dot.png' });
    expect(await client().listImages({ params: { id } })).toEqual([]);
    await client().restoreItem({ params: { id: deleted?.id ?? 0 } });
    expect(await client().listImages({ params: { id } })).toMatchObject([{ file_name: 'dot.png' }]);
  });

  it('has the files of git that an upload would refuse for their size', async () => {
    const { id } = await makeLesson('![A house](../../images/Ge\u00e4st.png)');
    const decomposed = 'Gea\u0308st.png';
    const blob = await server.platform.blobs.put(new Uint8Array(pngBytes(1, 1)));
    const file = { ...blob, kind: 'image', file_name: decomposed, settings: {} } as const;
    const store = (size: number) => server.platform.db.transaction().execute((tx) => setLessonFiles(tx, id, [{ ...file, size }]));
    await store(6_000_000);
    expect((await look(id)).findings).toMatchObject([{ rule: 'file-refused', place: { file: `images/${decomposed}` }, fix: null }]);
    await store(blob.size);
    expect((await look(id)).findings).toEqual([]);
    const url = `/api/lesson/${id}/image/Ge%C3%A4st.png`;
    expect((await server.inject({ url, headers: server.headers('staff') })).statusCode).toBe(200);
  });

  it('has the encodings of text files that aren’t UTF-8', async () => {
    const { id } = await makeLesson('a');
    const put = (name: string, bytes: Buffer) =>
      sendForm(server, { url: `/api/lesson/${id}/datafile` }, { file: new File([new Uint8Array(bytes)], name) });
    await put('sizes.csv', Buffer.from('name;gr\xf6\xdfe\n', 'latin1'));
    await put('fine.csv', Buffer.from('name;größe\n'));
    const encodings = (await look(id)).findings.filter(({ rule }) => rule === 'file-encoding');
    expect(encodings).toMatchObject([{ place: { file: 'files/sizes.csv' }, message: expect.stringContaining('Windows-1252') as string }]);
  });

  it('has images in which nothing stands out, until they are replaced', async () => {
    const { id } = await makeLesson('![Yellow on white](../../images/code.png)');
    const draw = (letters: number) => {
      const png = new PNG({ width: 20, height: 10 });
      for (let at = 0; at < 200; at++) png.data.fill(at % 5 === 0 ? letters : 255, at * 4, at * 4 + 3).fill(255, at * 4 + 3, at * 4 + 4);
      return new File([new Uint8Array(PNG.sync.write(png))], 'code.png');
    };
    await sendForm(server, { url: `/api/lesson/${id}/image` }, { file: draw(230) });
    expect((await look(id)).findings).toMatchObject([{ rule: 'image-contrast', place: { file: 'images/code.png' }, fix: null }]);
    const [image] = await client().listImages({ params: { id } });
    await client().deleteImage({ params: { id: image?.id ?? 0 } });
    await sendForm(server, { url: `/api/lesson/${id}/image` }, { file: draw(0) });
    expect(rules(await look(id))).toEqual([]);
  });

  it('keeps an accepted finding with its reason in git, until the place changes', async () => {
    const made = await makeLesson('![](https://example.org/a.png)');
    const params = { id: made.id };
    const [finding] = (await look(made.id)).findings;
    const fingerprint = finding?.fingerprint ?? '';
    await client().acceptFinding({ params, body: { fingerprint, reason: 'It is decoration.' } });
    const accepted = await look(made.id);
    expect(accepted.findings).toMatchObject([{ fingerprint, accepted: 'It is decoration.' }]);
    expect(accepted.lessons[0]?.counts).toEqual({ error: 0, warning: 0, note: 0 });
    await vi.waitFor(async () => expect((await client().getLesson({ params })).commit_status?.state).toBe('pushed'), {
      timeout: 300_000,
      interval: 50,
    });
    const { release_name } = await client().getLesson({ params });
    const release = (await client().listReleases()).find(({ name }) => name === release_name);
    const head = await server.platform.git.head(release?.version_major ?? '');
    const { files } = await server.platform.git.readFolder(head ?? '', `lessons/${made.sequence}-looked-at`);
    expect(files.has('preflight.yaml')).toBe(true);
    expect(readLesson(files).lesson.accepted).toEqual([
      { fingerprint, rule: 'image-alt-missing', file: 'screens/one/learn.md', reason: 'It is decoration.' },
    ]);

    await client().saveScreen({
      params: { lessonId: made.id, screenId: made.screenId },
      body: { body_markdown: 'Above.\n\n![](https://example.org/a.png)' },
    });
    expect(rules(await look(made.id))).toEqual([]);
    await client().saveScreen({
      params: { lessonId: made.id, screenId: made.screenId },
      body: { body_markdown: '![](https://example.org/b.png)' },
    });
    expect(rules(await look(made.id))).toEqual(['image-alt-missing']);
  });

  it('shows an accepted finding again on request', async () => {
    const { id } = await makeLesson('![](https://example.org/a.png)');
    const body = { fingerprint: (await look(id)).findings[0]?.fingerprint ?? '' };
    await client().acceptFinding({ params: { id }, body: { ...body, reason: 'Fine' } });
    expect(rules(await look(id))).toEqual([]);
    await client().reopenFinding({ params: { id }, body });
    expect(rules(await look(id))).toEqual(['image-alt-missing']);
    await expect(client().reopenFinding({ params: { id }, body })).rejects.toMatchObject({ code: 'refused' });
  });

  it('shows what only the server knows, which can’t be accepted', async () => {
    const { id, screenId } = await makeLesson('a');
    await client().saveLesson({ params: { id }, body: { packages: [{ name: 'pandas', version: null, show_in_editor: false }] } });
    await client().createComment({ params: { id: screenId }, body: { comment: 'Really?', mandatory: true } });
    const { findings } = await look(id);
    expect(findings.map(({ rule, screen_id }) => [rule, screen_id])).toEqual([
      ['packages-not-built', null],
      ['comment-open', screenId],
    ]);
    for (const { fingerprint } of findings)
      await expect(client().acceptFinding({ params: { id }, body: { fingerprint, reason: 'No' } })).rejects.toMatchObject({
        message: MESSAGES.notAcceptable,
      });
  });

  it('refuses fingerprints that are none, and lessons that don’t exist', async () => {
    const { id } = await makeLesson('a');
    const missing = { fingerprint: '0'.repeat(24) };
    await expect(client().fixFinding({ params: { id }, body: { fingerprint: '../x' } })).rejects.toMatchObject({ code: 'invalid' });
    await expect(client().fixFinding({ params: { id }, body: missing })).rejects.toMatchObject({ code: 'refused' });
    await expect(client().acceptFinding({ params: { id }, body: { ...missing, reason: ' ' } })).rejects.toMatchObject({ code: 'invalid' });
    await expect(look(999_999)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a release', () => {
  it('has the findings of its lessons, and is checked again only when its content changes', async () => {
    const made = await makeLesson('[](https://example.org/)');
    const params = { id: made.release_id };
    const preflight = await client().getReleasePreflight({ params });
    expect(preflight.is_cut).toBe(false);
    expect(preflight.findings.length).toBeLessThan(FINDINGS_MAX);
    expect(preflight.findings).toContainEqual(expect.objectContaining({ lesson_id: made.id, rule: 'link-empty' }));
    expect((await client().countReleaseFindings({ params })).find(({ id }) => id === made.id)?.counts.warning).toBe(1);
    const stored = async () =>
      Number(
        (
          await server.platform.db
            .selectFrom('preflight_reports')
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      );
    const before = await stored();
    await client().runReleasePreflight({ params, body: {} });
    expect(await stored()).toBe(before);
  });

  it('has a report with files in git, as JSON and as SARIF', async () => {
    const made = await makeLesson('a\n\n![A cat](images/cat.png)', 'Reported');
    const params = { id: made.release_id };
    const path = `lessons/${made.sequence}-reported/screens/one/learn.md`;
    const report = await client().getPreflightReport({ params, query: {} });
    expect(report).toMatchObject({
      shallow_lessons: [],
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'image-missing', path, accepted: null })]) as unknown,
    });
    const log = await client().getPreflightReport({ params, query: { format: 'sarif' } });
    const location = {
      physicalLocation: expect.objectContaining({ region: expect.objectContaining({ startLine: 3 }) as unknown }) as unknown,
    };
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          results: expect.arrayContaining([
            expect.objectContaining({ ruleId: 'image-missing', level: 'error', locations: [location] }),
          ]) as unknown,
        },
      ],
    });
    await expect(server.client('external').getPreflightReport({ params, query: {} })).rejects.toMatchObject({ status: 403 });
  });

  it('waits to be asked before it looks at many lessons', async () => {
    const made = await makeLesson('[](https://example.org/)');
    const params = { id: made.release_id };
    for (let count = 0; count < 30; count++) await client().createLesson({ body: { sequence: (sequence += 1), title: 'Many' } });
    await deleteReportsBefore(server.platform.db, new Date(Date.now() + 60_000));
    const unchecked = await client().getReleasePreflight({ params });
    expect(unchecked.lessons.every(({ is_checked }) => !is_checked)).toBe(true);
    expect(unchecked.findings).toEqual([]);
    const checked = await client().runReleasePreflight({ params, body: {} });
    expect(checked.lessons.every(({ is_checked }) => is_checked)).toBe(true);
    expect(rules(checked)).toContain('link-empty');
  });

  it('is for staff only', async () => {
    const params = { id: 1 };
    await expect(server.client('external').getReleasePreflight({ params })).rejects.toMatchObject({ status: 403 });
    await expect(client().getReleasePreflight({ params: { id: 999_999 } })).rejects.toMatchObject({ code: 'not_found' });
  });
});
