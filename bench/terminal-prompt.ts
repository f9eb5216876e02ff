import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { Comparison } from './report.ts';

const COUNT = 20;
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
export async function measureTerminal(client: Client<Api>, server: { url: string }): Promise<Comparison> {
  const { token } = await client.createToken({ body: { name: 'terminals that are measured' } });
  const lesson = await client.createLesson({ body: { sequence: 900_003, title: 'Typed and measured' } });
  await client.saveLesson({ params: { id: lesson.id }, body: { language: 'cli' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { type: 'code' } });
  const samples: number[] = [];
  const bare: number[] = [];
  // The first one isn't measured: the runner has no sandbox ready yet.
  for (let index = 0; index <= COUNT; index += 1) {
    const start = performance.now();
    const { url } = await client.getRunnerConnection({ body: { lesson_id: lesson.id, screen_id: newScreenId } });
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}${url}`, { headers: { authorization: `Bearer ${token}` } });
    await untilPrompt(socket);
    if (index > 0) samples.push(performance.now() - start);
    const closed = once(socket, 'close');
    socket.send(Buffer.from('exit\n'));
    await closed;
    // The next sandbox is prepared in the background, as in real use.
    bare.push(await startBareShell());
    await sleep(PAUSE_MS);
  }
  return {
    what: 'terminal: from opening it to its prompt',
    samples: samples.toSorted((one, other) => one - other),
    against: 'bash -i in a bare pseudo-terminal',
    baseline: bare.toSorted((one, other) => one - other),
  };
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
