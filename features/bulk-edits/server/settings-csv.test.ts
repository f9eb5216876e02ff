import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { READ_ONLY_TEXTS } from '#features/lessons/lessons.policy.ts';
import { startTestServer, type Person, type TestServer } from '#testing/test-server.ts';
import { SETTINGS_CSV_MAX } from '../contract.ts';
import { CELL_REASONS } from '../rules/setting-cells.ts';
import { CSV_REASONS } from '../rules/settings-csv.ts';

let server: TestServer;
/** The author of a test, who has their own drafts. */
let author: Person;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: 'without git' });
});
afterAll(() => server.close());
beforeEach(async () => {
  author = await server.newPerson();
});

const staff = () => author.client;
const lessonOf = (id: number) => staff().getLesson({ params: { id } });
const preview = (csv: string) => staff().previewSettingsCsv({ body: { csv } });
let sequence = 5_000;

async function makeLessons() {
  const one = await staff().createLesson({ body: { sequence: (sequence += 1), title: 'Loops' } });
  const two = await staff().createLesson({ body: { sequence: (sequence += 1), title: 'Lists' } });
  return [one, two] as const;
}

describe('settings as CSV', () => {
  it('are exported, changed, previewed, imported as one bulk edit, and undone', async () => {
    const [one, two] = await makeLessons();
    await staff().saveLesson({ params: { id: one.id }, body: { packages: [{ name: 'pandas', version: '2.0', show_in_editor: true }] } });
    const { csv } = await staff().exportSettings({ body: { lesson_ids: [two.id, one.id] } });
    expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['Number', String(one.sequence), String(two.sequence), '']);
    expect(await preview(csv)).toEqual({ lessons: [], same: 2, refused: [], unknown_columns: [] });

    const changed = `Number;Owner;Timeout;Packages;Color\r\n${one.sequence};${author.user.email};40;pandas 2.1;red\r\n${two.sequence};;;;\r\n`;
    const shown = await preview(changed);
    expect(shown).toMatchObject({ lessons: [{ id: one.id, sequence: one.sequence, title: 'Loops' }], same: 1, unknown_columns: ['Color'] });
    expect(shown.lessons[0]?.cells).toEqual([
      { column: 'owner', before: '', after: author.user.email },
      { column: 'timeout', before: '', after: '40' },
      { column: 'packages', before: 'pandas 2.0', after: 'pandas 2.1' },
    ]);

    const saved = await staff().importSettings({ body: { lessons: shown.lessons } });
    expect(saved).toMatchObject({ edit: { kind: 'settings', summary: 'Import settings of 1 lesson', lessons: 1, documents: 1 }, left: [] });
    const packages = [{ name: 'pandas', version: '2.1', show_in_editor: true }];
    expect(await lessonOf(one.id)).toMatchObject({ owner: author.user.email, code_run_timeout: 40, packages });
    const undone = await staff().undoBulkEdit({ params: { id: saved.edit?.id ?? 0 }, body: {} });
    expect(undone).toMatchObject({ edit: { lessons: 1 }, left: [] });
    expect((await staff().exportSettings({ body: { lesson_ids: [two.id, one.id] } })).csv).toBe(csv);
  });

  it('are refused in rows of unknown and closed lessons, and for unknown people', async () => {
    const [one] = await makeLessons();
    const other = await server.newPerson();
    const closed = await other.client.createLesson({ body: { sequence: (sequence += 1), title: 'Sets' } });
    await server.platform.db.updateTable('releases').set({ closed_at: new Date() }).where('id', '=', closed.release_id).execute();
    const rows = [`${one.sequence},,eve@example.org`, '999999,,', `${closed.sequence},${closed.release_name},${author.user.email}`];
    const file = await preview(['Number,Release,Owner', ...rows].join('\n'));
    expect(file.lessons).toEqual([]);
    expect(file.refused).toEqual([
      { row: 2, name: String(one.sequence), reason: `Owner: ${CELL_REASONS.unknownPerson('eve@example.org')}` },
      { row: 3, name: '999999', reason: CSV_REASONS.unknown },
      { row: 4, name: String(closed.sequence), reason: READ_ONLY_TEXTS.closed },
    ]);
  });

  it('that changed since the preview stay, and are named', async () => {
    const [one, two] = await makeLessons();
    const { lessons } = await preview(`Number,Author,Timeout\n${one.sequence},Grace,40\n${two.sequence},Grace,40\n`);
    await staff().saveLesson({ params: { id: one.id }, body: { code_run_timeout: 50 } });
    await staff().deleteLesson({ params: { id: two.id } });
    const saved = await staff().importSettings({ body: { lessons } });
    expect(saved.edit).toMatchObject({ lessons: 1 });
    expect(saved.left).toMatchObject([
      { sequence: two.sequence, field: null, reason: 'It was deleted.' },
      { lesson_id: one.id, field: 'Timeout', reason: CELL_REASONS.changedSince },
    ]);
    expect(await lessonOf(one.id)).toMatchObject({ author: 'Grace', code_run_timeout: 50 });
    // Nothing is left to change.
    expect((await staff().importSettings({ body: { lessons } })).edit).toBeNull();
  });

  it('are not read from files without a number, of another kind, or too large', async () => {
    await expect(preview('Owner\nada@example.org')).rejects.toMatchObject({ code: 'refused', message: CSV_REASONS.noNumber });
    await expect(preview('x'.repeat(SETTINGS_CSV_MAX + 1))).rejects.toMatchObject({ status: 400 });
    const [one] = await makeLessons();
    const cells = [{ column: 'timeout' as const, before: '', after: '40' }];
    const twice = staff().importSettings({
      body: {
        lessons: [
          { id: one.id, cells },
          { id: one.id, cells },
        ],
      },
    });
    await expect(twice).rejects.toMatchObject({ status: 400 });
  });

  it('are for staff only', async () => {
    const external = server.client('external');
    await expect(external.exportSettings({ body: { lesson_ids: [1] } })).rejects.toMatchObject({ status: 403 });
    await expect(external.previewSettingsCsv({ body: { csv: '' } })).rejects.toMatchObject({ status: 403 });
  });
});
