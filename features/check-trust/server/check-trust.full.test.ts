import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKED_TASKS, alwaysTrue, weakened } from '#testing/checked-tasks.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { REPEATS_MAX, type ExaminedScreen } from '../contract.ts';

let server: TestServer;
let sequence = 700;

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true });
});
afterAll(() => server.close());

/** Examines each answer with its check, in its own lesson for every ten. */
async function examineAll(list: readonly { answer: string; check: string }[], repeats = 2): Promise<ExaminedScreen[]> {
  const client = server.client('staff');
  const found: ExaminedScreen[] = [];
  for (let start = 0; start < list.length; start += 10) {
    const { id } = await client.createLesson({ body: { sequence: (sequence += 1), title: 'Planted' } });
    await client.saveLesson({ params: { id }, body: { legacy_check_enabled: true } });
    for (const [index, { answer, check }] of list.slice(start, start + 10).entries()) {
      const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: index + 1 } });
      const body = { type: 'code', answer_code: answer, legacy_check_code: check } as const;
      await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body });
    }
    found.push(...(await client.examineChecks({ params: { id }, body: { repeats } })));
  }
  return found;
}

const without = (found: readonly ExaminedScreen[]) =>
  found.flatMap(({ trust, answer_code }) => (trust?.findings.length === 0 ? [answer_code] : []));

describe('of fifty checks', () => {
  it('none is flagged as long as it is right, and at least 200 rewrites of their answers pass', async () => {
    const found = await examineAll(CHECKED_TASKS.map(({ answer, check }) => ({ answer, check })));
    expect(found.map(({ trust }) => trust?.level)).toEqual(CHECKED_TASKS.map(() => 'trusted'));
    expect(found.flatMap(({ trust }) => trust?.findings ?? [])).toEqual([]);
    const rewrites = found.reduce((sum, { trust }) => sum + (trust?.rewrites.all ?? 0), 0);
    expect(rewrites).toBeGreaterThanOrEqual(200);
  });

  it('all are flagged once they are always true', async () => {
    const checks = CHECKED_TASKS.map(({ answer, check }) => ({ answer, check: alwaysTrue(check) }));
    const found = await examineAll(checks);
    expect(without(found)).toEqual([]);
  });

  it('at least 49 are flagged once they are weakened by one operand', async () => {
    const checks = CHECKED_TASKS.map(({ answer, check }) => ({ answer, check: weakened(check) }));
    const missed = without(await examineAll(checks));
    expect(missed.length).toBeLessThanOrEqual(1);
  });
});

it('a check that fails one time in twenty is found by the repeats', async () => {
  const check = 'import random\nassert random.random() >= 0.05';
  const [found] = await examineAll([{ answer: 'x = 1', check }], REPEATS_MAX);
  expect(found?.trust?.findings[0]?.text).toMatch(/^The answer passed in 2\d\d of 300 runs\.$/);
});
