import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { ExaminedScreen } from '../contract.ts';

let server: TestServer;
let sequence = 700;

beforeAll(async () => {
  // Only examinations run code, no saves.
  server = await startTestServer({ hasRunner: true, hasWorkers: false });
});
afterAll(() => server.close());

const client = () => server.client('staff');

/** A Python lesson with these code screens. */
async function makeLesson(screens: readonly Partial<ScreenFields>[]) {
  const { id } = await client().createLesson({ body: { sequence: (sequence += 1), title: 'Examined' } });
  await client().saveLesson({ params: { id }, body: { legacy_check_enabled: true } });
  const ids: number[] = [];
  for (const [index, fields] of screens.entries()) {
    const { newScreenId } = await client().createScreen({ params: { id }, body: { sequence: index + 1 } });
    await client().saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { type: 'code', ...fields } });
    ids.push(newScreenId);
  }
  return { id, ids };
}

const texts = (found: ExaminedScreen | undefined) => found?.trust?.findings.map(({ text }) => text) ?? [];

const REFUSING: Partial<ScreenFields> = { answer_code: 'total = 8', legacy_check_code: 'assert total == 9' };
/** Four assertions depend on what they should not, and three look at clocks and sets as a check may. No mutants are made of display code. */
const DEPENDING: Partial<ScreenFields> = {
  should_run_display_code: true,
  display_code: `import locale, os, time
from datetime import date, datetime
locale.setlocale(locale.LC_ALL, '')
code = locale.nl_langinfo(locale.CODESET)
offset, seed = time.timezone, os.environ.get('PYTHONHASHSEED')
seconds, local, year, names = time.time(), time.localtime(0), datetime.now().year, {'one', 'two', 'three'}
day = date.today()`,
  answer_code: 'later = day.replace(year=day.year + 1)',
  legacy_check_code: `import time
from datetime import date
assert later
assert offset != -19800
assert seed != '5'
assert code == 'UTF-8'
assert year == date.today().year and abs(time.time() - seconds) < 600
assert tuple(local) == tuple(time.localtime(0))
assert names == {'one', 'two', 'three'}`,
};

it('examines unsaved fields of one screen, and stores nothing', async () => {
  const { id, ids } = await makeLesson([{ answer_code: 'other = 1', legacy_check_code: 'assert other == 1' }]);
  const [screen = 0] = ids;
  const examine = (draft: Partial<ScreenFields>, screen_ids: number[] | undefined = [screen]) =>
    client().examineChecks({ params: { id }, body: { screen_ids, repeats: 2, draft } });
  const [row] = await examine({ legacy_check_code: 'assert True' });
  expect(row).toMatchObject({ screen_id: screen, trust: { level: 'broken', repeats: { right: 2, all: 2 }, is_current: true } });
  expect(await client().listCheckTrust({ params: { id } })).toMatchObject([{ trust: null }]);
  expect(await examine({ legacy_check_code: '' })).toEqual([]);
  await expect(examine({}, [screen, screen])).rejects.toMatchObject({ status: 400 });
  await expect(examine({}, [999_999])).rejects.toMatchObject({ status: 404 });
});

it('names what a check depends on, and blames nothing for a right check of clocks, local times and sets', async () => {
  const { id, ids } = await makeLesson([DEPENDING, { answer_code: 'other = 1', legacy_check_code: 'assert other == 1' }]);
  const [depending, other] = await client().examineChecks({ params: { id }, body: { screen_ids: ids.slice(0, 1) } });
  const flaky = depending?.trust?.findings.filter(({ kind }) => kind === 'flaky').map(({ cause, text }) => [cause, text]);
  expect(flaky).toEqual([
    ['hash_seed', 'The answer fails with hash seed 5.'],
    ['time_zone', 'The answer fails in time zone Asia/Kolkata.'],
    ['locale', 'The answer fails in locale C.'],
    ['date', expect.stringMatching(/^The answer fails on 29 February 20\d\d\.$/)],
  ]);
  expect(depending?.trust).toMatchObject({ level: 'broken', repeats: { right: 10, all: 10 }, not_tried: [] });
  expect(depending?.answer_code).toBe(DEPENDING.answer_code);
  // It was not chosen.
  expect(other?.trust).toBeNull();
});

it('on a runner of an earlier version, reports each submission that is wrongly judged, with its code', async () => {
  const answer_code = 'price = 3\ntotal = price + 5';
  const { id, ids } = await makeLesson([
    { answer_code, initial_code: 'price = 0\nprice + 5', check_val: String.raw`price \+ 5` },
    { answer_code: 'price = other = 1\nprice + 5' },
    // It waits in its loop, so that a mutant which never ends takes no processor.
    {
      answer_code: 'import time\ntotal = 0\nwhile total < 3:\n    time.sleep(0.01)\n    total += 3',
      legacy_check_code: 'assert total == 3',
      check_val: 'while',
    },
  ]);
  const varies = vi.spyOn(server.platform.runners, 'variesOn').mockResolvedValue(null);
  const [found, right] = await client().examineChecks({ params: { id }, body: { repeats: 2 } });
  varies.mockRestore();
  expect(texts(found)).toEqual([
    'The initial code passes the checks.',
    'The answer of screen 2 passes the checks.',
    'An answer with another value in line 1 passes.',
    'The answer fails when an expression is written differently (line 2).',
    'The answer fails when the code is formatted differently (line 2).',
  ]);
  expect(found?.trust?.findings[2]).toMatchObject({ kind: 'mistake-passes', line: 1, code: answer_code.replace('3', '4') });
  const not_tried = ['Other circumstances were not tried: the runner has an earlier version.'];
  expect(found?.trust).toMatchObject({
    level: 'broken',
    mistakes: { right: 4, all: 5 },
    rewrites: { right: 4, all: 6 },
    repeats: { right: 2, all: 2 },
    not_tried,
  });
  // Its check tells right from wrong, even for mutants that never end.
  expect(right?.trust).toMatchObject({ level: 'trusted', is_current: true, repeats: { right: 2, all: 2 }, not_tried });
  expect(texts(right)).toEqual([]);
  expect(right?.trust?.mistakes.right).toBeGreaterThan(4);
  expect(right?.trust?.rewrites.right).toBe(right?.trust?.rewrites.all);

  await client().saveScreen({ params: { lessonId: id, screenId: ids[0] ?? 0 }, body: { body_markdown: 'Another text.' } });
  const again = async () => (await client().listCheckTrust({ params: { id } }))[0]?.trust;
  expect(await again()).toMatchObject({ is_current: true });
  await client().saveScreen({ params: { lessonId: id, screenId: ids[0] ?? 0 }, body: { legacy_check_code: 'assert True' } });
  expect(await again()).toMatchObject({ is_current: false, level: 'broken' });
});

it('keeps the screens that were examined before it was stopped', async () => {
  const slow = { answer_code: 'import time\ntime.sleep(600)\nother = 8', legacy_check_code: 'assert other == 8' };
  const { id } = await makeLesson([REFUSING, slow]);
  const operation_id = randomUUID();
  const done = client().examineChecks({ params: { id }, body: { operation_id, repeats: 2 } });
  const first = async () => (await client().listCheckTrust({ params: { id } }))[0]?.trust ?? null;
  await vi.waitFor(async () => expect(await first()).not.toBeNull(), { timeout: 380_000, interval: 50 });
  await client().stopOperation({ params: { operationId: operation_id } });
  expect((await done).map(({ trust }) => trust?.level ?? null)).toEqual(['broken', null]);
});

it('needs a screen with an answer and a check', async () => {
  const { id } = await makeLesson([{ answer_code: 'x = 1' }, { legacy_check_code: 'assert True' }]);
  expect(await client().listCheckTrust({ params: { id } })).toEqual([]);
  await expect(client().examineChecks({ params: { id }, body: {} })).rejects.toMatchObject({ status: 422 });
  await expect(client().listCheckTrust({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
});
