import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExaminedScreen } from '#contract/check-trust.ts';
import type { ScreenFields } from '#contract/screens.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let sequence = 700;

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true });
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

const ANSWER = 'prices = [2, 3, 5]\ntotal = 0\nfor price in prices:\n    if price > 2:\n        total = total + price\nprint(total)';
const screen = (legacy_check_code: string, change: Partial<ScreenFields> = {}) => ({ answer_code: ANSWER, legacy_check_code, ...change });
/** Right with the usual hash seed alone. */
const SEEDED = "assert first == 'three'";
const texts = (found: ExaminedScreen | undefined) => found?.trust?.findings.map(({ text }) => text) ?? [];

async function examine(fields: Partial<ScreenFields>): Promise<ExaminedScreen> {
  const { id } = await makeLesson([fields]);
  const [found] = await client().examineChecks({ params: { id }, body: {} });
  if (!found) throw new Error('The screen was not examined.');
  return found;
}

describe('an examination', () => {
  it('trusts a check that tells right from wrong', async () => {
    const { trust } = await examine(screen('assert total == 8\nassert prices == [2, 3, 5]', { check_val: 'print' }));
    expect(trust).toMatchObject({ level: 'trusted', is_current: true, repeats: { right: 10, all: 10 } });
    expect(trust?.mistakes.right).toBeGreaterThan(10);
    expect(trust?.rewrites.right).toBe(trust?.rewrites.all);
  });

  it.each<[string, Partial<ScreenFields>, string, RegExp]>([
    ['that is always true', screen('assert True'), 'broken', /^Empty code passes|^The initial code passes/],
    ['that is weakened by one operand', screen('assert total >= 0'), 'weak', /^An answer with another operator in line 4 passes\.$/],
    ['that fails its answer', screen('assert total == 9'), 'broken', /^The answer does not pass its own checks\.$/],
    [
      'that looks at how the code is written',
      screen('assert total == 8', { check_val: 'total \\+ price' }),
      'weak',
      /^The answer fails when the code is formatted differently/,
    ],
    [
      'that the initial code passes',
      screen('assert total == 8', { initial_code: 'total = 8' }),
      'broken',
      /^The initial code passes the checks\.$/,
    ],
    [
      'that depends on luck',
      screen('import random\nassert total == 8 and random.random() < 0.5'),
      'broken',
      /^The answer passed in \d of 10 runs\.$|does not pass/,
    ],
  ])('flags a check %s', async (_, fields, level, text) => {
    const found = await examine(fields);
    expect(found.trust?.level).toBe(level);
    expect(texts(found)).toContainEqual(expect.stringMatching(text));
  });

  it.each<[string, Partial<ScreenFields>, string, string, RegExp]>([
    [
      'the date',
      {
        answer_code: 'from datetime import date\nday = date.today()\nlater = day.replace(year=day.year + 1)',
        legacy_check_code: 'assert later',
      },
      'broken',
      'date',
      /^The answer fails on 29 February 20\d\d\.$/,
    ],
    [
      'the time zone',
      { answer_code: 'import time\nhours = time.timezone / 3600', legacy_check_code: 'assert hours == 0' },
      'weak',
      'time_zone',
      /^The answer fails in time zone Pacific\/Auckland, .* more: its result depends on the time zone\.$/,
    ],
    [
      'the hash seed',
      { answer_code: "first = list({'one', 'two', 'three', 'four'})[0]", legacy_check_code: SEEDED },
      'weak',
      'hash_seed',
      /^The answer fails with hash seed \d/,
    ],
    [
      'the locale',
      {
        answer_code: "import locale\nlocale.setlocale(locale.LC_ALL, '')\ncode = locale.nl_langinfo(locale.CODESET)",
        legacy_check_code: "assert code == 'UTF-8'",
      },
      'weak',
      'locale',
      /^The answer fails in locale C\.$/,
    ],
  ])('names what a check depends on: %s', async (_, fields, level, cause, text) => {
    const found = await examine(fields);
    const flaky = found.trust?.findings.filter(({ kind }) => kind === 'flaky');
    expect(flaky).toEqual([expect.objectContaining({ cause, text: expect.stringMatching(text) })]);
    expect(found.trust).toMatchObject({ level, not_tried: [] });
  });

  it.each<[string, Partial<ScreenFields>]>([
    [
      'the clock',
      {
        answer_code: 'import time\nfrom datetime import datetime\nyear = datetime.now().year\nseconds = time.time()',
        legacy_check_code:
          'import time\nfrom datetime import date\nassert year == date.today().year\nassert abs(time.time() - seconds) < 600',
      },
    ],
    [
      'the clocks of NumPy and pandas',
      {
        answer_code: 'import numpy as np\nimport pandas as pd\ntoday = np.datetime64("now")\nmoment = pd.Timestamp.now(tz="UTC")',
        legacy_check_code: 'from datetime import datetime, timezone\nassert abs(datetime.now(timezone.utc) - moment).total_seconds() < 600',
      },
    ],
    [
      'sets and local times',
      {
        answer_code: "import time\nnames = {'one', 'two', 'three'}\nlocal = time.localtime(0)",
        legacy_check_code: "import time\nassert names == {'one', 'two', 'three'}\nassert tuple(local) == tuple(time.localtime(0))",
      },
    ],
  ])('blames nothing for a right check of %s', async (_, fields) => {
    const found = await examine(fields);
    expect(found.trust?.findings.filter(({ kind }) => kind === 'flaky')).toEqual([]);
    expect(found.trust).toMatchObject({ repeats: { right: 10, all: 10 }, not_tried: [] });
  });

  it('tries no other dates where the code reads dates that stay as they are', async () => {
    const answer_code = "import os\nopen('a', 'w').close()\nwritten = os.path.getmtime('a')";
    const found = await examine({ answer_code, legacy_check_code: 'import time\nassert abs(written - time.time()) < 600' });
    expect(found.trust?.findings.filter(({ kind }) => kind === 'flaky')).toEqual([]);
    expect(found.trust?.not_tried).toEqual([expect.stringMatching(/^Other dates were not tried: the code reads dates of files/)]);
  });

  it('shows a mistake that passes as the code with it', async () => {
    const found = await examine(screen('assert total >= 0'));
    expect(found.answer_code).toBe(ANSWER);
    expect(found.trust?.findings).toContainEqual(
      expect.objectContaining({ kind: 'mistake-passes', line: 4, code: ANSWER.replace('price > 2', 'price >= 2') }),
    );
  });

  it('ends mutants that never end', async () => {
    const answer_code = 'n = 0\nwhile n < 3:\n    n += 1';
    const found = await examine({ answer_code, legacy_check_code: 'assert n == 3' });
    expect(found.trust).toMatchObject({ level: 'trusted' });
  });

  it('says that the answer of another screen passes', async () => {
    const { id, ids } = await makeLesson([screen('assert total == 8'), { answer_code: 'other = 1', legacy_check_code: 'assert 1 == 1' }]);
    const found = await client().examineChecks({ params: { id }, body: { screen_ids: [ids[1] ?? 0] } });
    expect(texts(found[1])).toContain('The answer of screen 1 passes the checks.');
    expect(found[0]?.trust).toBeNull();
  });

  it('is outdated once the screen has changed', async () => {
    const { id, ids } = await makeLesson([screen('assert total == 8')]);
    await client().examineChecks({ params: { id }, body: { repeats: 2 } });
    const params = { lessonId: id, screenId: ids[0] ?? 0 };
    await client().saveScreen({ params, body: { body_markdown: 'Another text.' } });
    expect((await client().listCheckTrust({ params: { id } }))[0]?.trust).toMatchObject({ is_current: true });
    await client().saveScreen({ params, body: { legacy_check_code: 'assert True' } });
    expect((await client().listCheckTrust({ params: { id } }))[0]?.trust).toMatchObject({ is_current: false, level: 'trusted' });
  });

  it('keeps the screens that were examined before it was stopped', async () => {
    const slow = { answer_code: 'import time\ntime.sleep(2)\nother = 8', legacy_check_code: 'assert other == 8' };
    const { id } = await makeLesson([screen('assert total == 8'), slow]);
    const operation_id = randomUUID();
    const done = client().examineChecks({ params: { id }, body: { operation_id } });
    const first = async () => (await client().listCheckTrust({ params: { id } }))[0]?.trust ?? null;
    await vi.waitFor(async () => expect(await first()).not.toBeNull(), { timeout: 110_000, interval: 200 });
    await client().stopOperation({ params: { operationId: operation_id } });
    expect((await done).map(({ trust }) => trust?.level ?? null)).toEqual(['trusted', null]);
  });

  it('needs a screen with an answer and a check', async () => {
    const { id } = await makeLesson([{ answer_code: 'x = 1' }, { legacy_check_code: 'assert True' }]);
    expect(await client().listCheckTrust({ params: { id } })).toEqual([]);
    await expect(client().examineChecks({ params: { id }, body: {} })).rejects.toMatchObject({ status: 422 });
    await expect(client().listCheckTrust({ params: { id: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });
});
