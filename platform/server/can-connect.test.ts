import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '#testing/real-server.ts';
import { canConnect, isCutOff } from './can-connect.ts';

/** A port that drops attempts to connect, as those of a machine without a network: its program is stopped, and its queue is full. */
async function silentPort(): Promise<number> {
  const code =
    "require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })";
  const program = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: program.stdout }), 'line')) as [string];
  program.kill('SIGSTOP');
  const port = Number(line);
  // Fills the queue, which holds one more than its length.
  for (let count = 0; count < 2; count += 1) {
    const socket: Socket = connect({ host: '127.0.0.1', port });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
  }
  return port;
}

it('reads an answer that came while the process stood still', async () => {
  const open = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void open.close());
  await once(open, 'listening');
  const connecting = canConnect(`http://127.0.0.1:${(open.address() as AddressInfo).port}`, 20);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  expect(await connecting).toBe(true);
});

it('tells machines that accept, refuse and drop connections apart', async () => {
  const open = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void open.close());
  await once(open, 'listening');
  const ports = { open: (open.address() as AddressInfo).port, closed: await freePort(), silent: await silentPort() };
  const found = Object.entries(ports).map(async ([kind, port]) => {
    const url = `http://127.0.0.1:${port}`;
    return [kind, { canConnect: await canConnect(url, 500), isCutOff: await isCutOff(url) }];
  });
  expect(Object.fromEntries(await Promise.all(found))).toEqual({
    open: { canConnect: true, isCutOff: false },
    closed: { canConnect: false, isCutOff: false },
    silent: { canConnect: false, isCutOff: true },
  });
});
