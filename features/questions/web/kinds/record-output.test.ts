import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordOutput } from './record-output.ts';

const PLACE = { lessonId: 1, screenId: 2 };
let replies: object[];
let sent: { code: string; draft: object }[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as (typeof sent)[number]);
    return Response.json({ status: 'done', error: null, ...replies.shift() });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  { what: 'records what is the same twice', given: [{ output: '5\n' }, { output: '5\n' }], recorded: { output: '5\n' } },
  {
    what: 'refuses what differs from run to run',
    given: [{ output: '0.1\n' }, { output: '0.7\n' }],
    recorded: { problem: expect.stringContaining('something different each time') as string },
  },
  {
    what: 'refuses code with an error',
    given: [{ output: '', error: 'NameError: x' }],
    recorded: { problem: expect.stringContaining('error') as string, details: 'NameError: x' },
  },
  {
    what: 'refuses what nobody would type',
    given: [{ output: 'x'.repeat(10_001) }],
    recorded: { problem: expect.stringContaining('too much') as string },
  },
])('$what', async ({ given, recorded }) => {
  replies = [...given];
  expect(await recordOutput(PLACE, 'print(5)', new AbortController().signal)).toMatchObject(recorded);
  expect(sent).toHaveLength(given.length);
  expect(sent[0]).toMatchObject({ code: 'print(5)', draft: { setup_code: '', runs_after: null, inputs: '', custom_check_code: '' } });
});
