import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { pythonPeer } from '../../../bench/peers/peer-folder.ts';
import { PythonProcess } from '../../../bench/peers/python-process.ts';
import { findPython } from '../../../bench/peers/python.ts';
import { MCP_PATH } from '../contract.ts';

// Thirty tasks by two independent clients, and instructions hidden in content. In `npm run test:all`, because one of them is Python's.

interface Reply {
  readonly isError: boolean;
  readonly text: string;
}
type Call = (name: string, args: Record<string, unknown>) => Promise<Reply>;

let server: TestServer;
let url: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: false });
  url = (await server.listen()) + MCP_PATH;
  await server.client('owner').changeRules({ body: { assistants_allowed: true } });
  ({ token } = await server.client('staff').createToken({ body: { name: 'Assistant', is_for_assistants: true } }));
}, 900_000);
afterAll(() => server.close());

const CODE = {
  title: 'Sums',
  body_markdown: 'Add up both numbers.',
  instructions_markdown: 'Store the sum in `total` and print it.',
  initial_code: 'total = 0',
  answer_code: 'apples = 17\npears = 25\ntotal = apples + pears\nprint(total)',
};

let sequence = 5_000;
async function makeScreen() {
  const client = server.client('staff');
  const { id } = await client.createLesson({ body: { sequence: (sequence += 1), title: `Sums ${sequence}` } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1, type: 'code' } });
  const params = { lessonId: id, screenId: newScreenId };
  await client.saveScreen({ params, body: CODE });
  await client.saveOutput({ params, body: { stdout: '42\n', stderr: '', images: [], check_output: true } });
  return { at: { lesson_id: id, screen_id: newScreenId }, params };
}

/** A tool, its arguments, and what the reply contains. An error begins with `!`. */
type Task = readonly [string, Record<string, unknown>, RegExp | string];

/** What an assistant does, one after the other. */
async function tasks(): Promise<readonly Task[]> {
  const { at, params } = await makeScreen();
  const { revision } = await server.client('staff').getScreen({ params });
  const { lesson_id } = at;
  const propose = (expected: RegExp | string, fields: Record<string, unknown>, rest = {}): Task => [
    'propose_change',
    { ...at, base_revision: revision, fields, reason: 'Better', ...rest },
    expected,
  ];
  return [
    ['list_lessons', {}, 'lessons'],
    ['list_lessons', { title: String(sequence) }, `"of":1`],
    ['list_lessons', { title: 'no such lesson' }, '"of":0'],
    ['list_lessons', { latest_only: false, from: 1 }, '"next":null'],
    ['search_texts', { text: 'both numbers', lesson_ids: [lesson_id] }, '"matches":1'],
    ['search_texts', { text: 'bo.h n', regex: true, lesson_ids: [lesson_id] }, '"matches":1'],
    ['search_texts', { text: '(', regex: true }, /^!/],
    ['read_lesson', { lesson_id }, '"title":"Sums"'],
    ['read_lesson', { lesson_id: 999_999 }, '!Lesson not found.'],
    ['read_screen', at, '"answer_code":"apples = 17'],
    ['read_screen', { ...at, screen_id: 999_999 }, '!Screen not found.'],
    ['read_screen', { lesson_id }, /^!/],
    ['read_data_file', { lesson_id, name: '../secret' }, /^!/],
    ['list_comments', { lesson_id }, '[]'],
    ['list_history', { lesson_id }, 'versions'],
    ['read_version', { lesson_id, version: 999_999 }, /^!/],
    ['read_preflight', { lesson_id }, 'findings'],
    ['run_code', { ...at, code: 'print(6 * 7)' }, '"check_summary":"All passed."'],
    ['run_code', { ...at, code: 'print(41)' }, 'Wrong answer'],
    ['run_code', { ...at, code: '1 / 0' }, 'ZeroDivisionError'],
    ['run_code', at, '"output":"42'],
    ['run_code', { ...at, draft: { answer_code: 'print("draft")' } }, 'draft'],
    ['check_answer', at, 'answer_passes'],
    ['examine_checks', at, '"answer_code"'],
    propose('"state":"open"', { hint_markdown: 'Use the plus sign.' }),
    propose('"kind":"leak"', { hint_markdown: '`total = apples + pears`' }),
    propose('"passes":false', { answer_code: 'print(43)' }),
    propose(/^!/, { title: 'x' }, { base_revision: 'last' }),
    ['list_proposals', { lesson_id }, '"changes":["Hint"]'],
    ['withdraw_proposal', { proposal_id: 999_999 }, '!Proposal not found.'],
  ];
}

async function doTasks(call: Call): Promise<void> {
  const all = await tasks();
  expect(all).toHaveLength(30);
  for (const [name, args, expected] of all) {
    const { isError, text } = await call(name, args);
    const said = `${isError ? '!' : ''}${text}`;
    const isMet = typeof expected === 'string' ? said.includes(expected) : expected.test(said);
    expect([name, args, isMet ? 'met' : said.slice(0, 400)]).toEqual([name, args, 'met']);
  }
}

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }));
  return client;
}

const callWith =
  (client: Client): Call =>
  async (name, args) => {
    const { content, isError } = await client.callTool({ name, arguments: args }, { timeout: 600_000 });
    return { isError: isError === true, text: (content as { text: string }[])[0]?.text ?? '' };
  };

describe('thirty tasks', () => {
  it('by the client of the SDK', async () => {
    const client = await connect();
    await doTasks(callWith(client));
    await client.close();
  });

  it('by the client of PyPI', async () => {
    await using client = await PythonProcess.start(await pythonPeer('mcp', await findPython()), 'mcp_client.py');
    expect(await client.ask({ url, token })).toHaveLength(15);
    await doTasks(async (name, args) => (await client.ask({ name, arguments: args })) as Reply);
  });
});
