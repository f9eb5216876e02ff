import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApplications, type Applications } from '#features/runs/server/applications/listener.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { PreviewRun } from '../../contract/previews.ts';
import { PreviewPages } from './preview-pages.ts';

// A visitor with only a share link submits code that searches for the answer and the checks, or fakes a pass.

const ANSWER = `x = 42\nsecret = "THE-ANSWER ${randomUUID()}"\ndef f(n): return n + 2`;
const CHECK = [
  '# THE-ANSWER is not to be seen in the check either',
  'variable_value("x")',
  'assert submission["x"] == 42',
  'assert isinstance(submission["x"], int) and type(submission["x"]) is int',
  'function_returns("f", [1], expected=3)',
].join('\n');

/** Python: `walk()` prints matches in frames, generators and objects, by name or by the answer's text. */
const SEARCH = `
import gc, os, re, sys
NAMES, SECRET = re.compile("answer_code|custom|legacy|checks|token|sealed"), re.compile("THE[-]ANSWER")
def look(place, names):
  for name, value in list(names.items()):
    if type(name) is not str or name in ("NAMES", "SECRET"): continue
    text = repr(value) if type(value) in (str, bytes, dict, list, tuple) else ""
    if NAMES.search(name) or SECRET.search(text): print(place, name, type(value).__name__, SECRET.findall(text), text[:500] or str(value)[:100])
def frames():
  frame = sys._getframe()
  while frame:
    yield frame
    frame = frame.f_back
  for thing in gc.get_objects():
    name = {"generator": "gi_frame", "coroutine": "cr_frame", "traceback": "tb_frame"}.get(type(thing).__name__)
    if name and getattr(thing, name): yield getattr(thing, name)
def walk():
  for frame in frames():
    look("frame " + frame.f_code.co_name, frame.f_locals)
    look("globals " + frame.f_code.co_name, frame.f_globals)
  for thing in gc.get_objects():
    if type(thing) is dict: look("object", thing)
    elif type(thing).__module__.startswith("lessonwright_run"): look("object " + type(thing).__name__, getattr(thing, "__dict__", {}))
def ours(kind):
  held = [value for frame in frames() for value in list(frame.f_locals.values())] + gc.get_objects()
  return [thing for thing in held if type(thing).__module__.startswith("lessonwright_run") and type(thing).__name__ == kind]
`;
const PASSED = '"results": [{"name": "forged", "pass": True, "feedback": None, "hints": []}], "error": None';

/** With the text in the reply that proves that the attempt ran. */
const ATTEMPTS: [how: string, code: string, sign: string][] = [
  ['looks through frames, generators and objects', `${SEARCH}\nwalk()`, 'object has_checks bool'],
  [
    'looks through them while a check calls it',
    `${SEARCH}
seen = []
def print(*parts): seen.append(parts)
def f(n):
  walk()
  raise ValueError(f"looked {[part for part in seen if part[3]]} in {len(seen)}")`,
    'looked [] in ',
  ],
  [
    'opens the sealed part of the request',
    `${SEARCH}
for thing in ours("Sealed"):
  print("sealed", flush=True)
  if os.fork() == 0:
    print(thing.open(), flush=True)
    os._exit(0)
  os.wait()`,
    'sealed',
  ],
  [
    'writes verdicts into the shared memory that it finds, and continues',
    `${SEARCH}
for memory in ours("SharedMemory"):
  print("memory")
  for kind in ("custom", "legacy"): memory.note({"type": "check", "kind": kind, ${PASSED}, "token": ""})`,
    'memory',
  ],
  [
    'writes verdicts into the shared memory that it finds, reports its end, and exits',
    `${SEARCH}
for memory in ours("SharedMemory"):
  os.write(1, b"memory ")
  for phase in (2, 3):
    memory.enter(phase)
    memory.note({"type": "check", "kind": "custom", ${PASSED}})
os._exit(0)`,
    'memory ',
  ],
  [
    'replaces isinstance and its like',
    `import builtins
x = "41"
def f(n): return "3"
builtins.isinstance = lambda *_: True
builtins.type = lambda *_: int
builtins.all = builtins.any = lambda *_: True
builtins.AssertionError = SystemExit
print(isinstance(1, str))`,
    'True',
  ],
  [
    'answers that it is equal to everything',
    `class Liar:
  def __eq__(self, other):
    print("asked", repr(other)[:500])
    return True
  def __ne__(self, other): return False
  __class__ = property(lambda self: int)
  __hash__ = None
x = Liar()
def f(n): return Liar()
x == 42`,
    'asked 42',
  ],
];

let server: TestServer;
let applications: Applications;
let webFolder: string;
let link: string;

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'lessonwright-web-'));
  await writeFile(join(webFolder, 'preview.html'), '<title>preview</title>');
  const env = { LESSONWRIGHT_APPLICATIONS_PORT: '0', LESSONWRIGHT_WEB: webFolder };
  server = await startTestServer({ hasRunner: true, hasWorkers: 'without git', env });
  await server.app.ready();
  applications = await startApplications(server.platform, new PreviewPages(server.app, server.platform));
  link = await share();
});
afterAll(async () => {
  await applications?.close();
  await server?.close();
  await rm(webFolder, { recursive: true, force: true });
});

/** A deployed lesson with one code screen; returns the address of its link's API. */
async function share(): Promise<string> {
  const client = server.client('staff');
  const { id } = await client.createLesson({ body: { sequence: 951, title: 'Shared' } });
  await client.saveLesson({ params: { id }, body: { language: 'python' } });
  const { newScreenId: screenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  const task = { type: 'code', answer_code: ANSWER, custom_check_code: CHECK } as const;
  await client.saveScreen({ params: { lessonId: id, screenId }, body: { title: 'Task', ...task } });
  // The first custom check has turned custom checking on, and without packages there is nothing to build.
  const { build_number } = await client.startDeploy({ params: { id }, body: {} });
  const wait = { timeout: 300_000, interval: 50 };
  const ended = await vi.waitUntil(async () => {
    const found = await client.getDeploy({ params: { id, buildNumber: build_number }, query: {} });
    return found.deploy.status === 'running' ? null : found;
  }, wait);
  expect(ended.deploy).toMatchObject({ status: 'succeeded', error: null });
  const { url } = await client.createShareLink({ params: { id }, body: { build_number } });
  return `http://127.0.0.1:${applications.port}/api/preview/${url.split('/').at(-1)}`;
}

/** The reply to a submission: all of it as text, and the verdict. */
async function submit(code: string) {
  const visitor = randomUUID();
  const call = async (path: string, init: RequestInit): Promise<{ text: string; run: PreviewRun }> => {
    const reply = await fetch(link + path, init);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.status} ${text}`);
    return { text, run: JSON.parse(text) as PreviewRun };
  };
  const headers = { 'content-type': 'application/json' };
  let { text, run } = await call('/screens/1/run', { method: 'POST', headers, body: JSON.stringify({ visitor, code, submit: true }) });
  while (run.status === 'pending') {
    await pause(50);
    ({ text, run } = await call(`/runs/${run.run_id}`, {}));
  }
  return { text, run, passed: run.verdict?.checks.filter(({ pass }) => pass) };
}

it('the answer is correct, and the search finds existing text', async () => {
  const { run } = await submit(ANSWER);
  expect([run.status, run.status === 'done' && run.verdict]).toMatchObject(['done', { is_correct: true }]);
  const planted = await submit(`secret = "THE-" + "ANSWER"\n${SEARCH}\nwalk()`);
  expect(planted.text).toContain("frame <module> secret str ['THE-ANSWER']");
});

describe('neither the answer nor a pass comes back to a visitor who', () => {
  it.each(ATTEMPTS)('%s', async (_, code, sign) => {
    const { text, run, passed } = await submit(code);
    expect(text).toContain(sign);
    expect(text).not.toContain('THE-ANSWER');
    expect(run).toMatchObject({ status: 'done', is_cut: false, verdict: { is_correct: false } });
    expect(passed).toEqual([]);
  });
});
