import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { measureInTurn, type TimedWork } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const ROUNDS = 20;
const PAUSE_MS = 300;
const PROMPT = '$ ';
/** A shell on a pseudo-terminal of this machine, without a sandbox: Python only opens the pseudo-terminal. */
const BARE_SHELL = `
import os, pty, time
start = time.perf_counter()
pid, master = pty.fork()
if pid == 0:
    os.execvpe("bash", ["bash", "--noprofile", "--norc", "-i"], {"PATH": "/usr/bin:/bin", "PS1": "$ ", "TERM": "xterm-256color"})
seen = b""
while b"$ " not in seen:
    seen += os.read(master, 4096)
print((time.perf_counter() - start) * 1000)
os.close(master)
os.waitpid(pid, 0)
`;

/** Milliseconds from the fork to the prompt of a bare shell; the start of Python isn't counted. */
async function startBareShell(): Promise<number> {
  const child = spawn('python3', ['-I', '-S', '-c', BARE_SHELL], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  if (child.exitCode === null) await once(child, 'exit');
  return Number(text.toString());
}

/**
 * From the call that opens a new terminal to its prompt, through server and runner, compared with `bash -i` in a bare
 * pseudo-terminal.
 */
export async function measureTerminal({ server, client, sizes }: Bench): Promise<Line[]> {
  const { token } = await client.createToken({ body: { name: 'terminals that are measured' } });
  const lesson = await client.createLesson({ body: { sequence: 900_003, title: 'Typed and measured' } });
  await client.saveLesson({ params: { id: lesson.id }, body: { language: 'cli' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { type: 'code' } });
  const open: TimedWork = async () => {
    // The next sandbox is prepared in the background, as in real use.
    await sleep(PAUSE_MS);
    const start = performance.now();
    const { url } = await client.getRunnerConnection({ body: { lesson_id: lesson.id, screen_id: newScreenId } });
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${url}`, { headers: { authorization: `Bearer ${token}` } });
    await untilPrompt(socket);
    const duration = performance.now() - start;
    const closed = once(socket, 'close');
    socket.send(Buffer.from('exit\n'));
    await closed;
    return duration;
  };
  const { ours, bare } = await measureInTurn({ ours: open, bare: startBareShell }, { rounds: sizes.times(ROUNDS) });
  return [{ what: 'terminal: from opening it to its prompt', samples: ours, against: 'bash -i in a bare pseudo-terminal', baseline: bare }];
}

async function untilPrompt(socket: WebSocket): Promise<void> {
  let shown = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) shown += data.toString('utf8');
    if (shown.includes(PROMPT)) resolve();
  });
  socket.on('close', () => reject(new Error(`The terminal ended before its prompt: ${shown}`)));
  await promise;
}
