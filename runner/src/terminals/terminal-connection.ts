import type { WebSocket } from 'ws';
import { TerminalFromPage, type TerminalToPage } from '#platform/contract/terminal-frames.ts';
import type { Terminal, Viewer } from './terminal.ts';

const HEARTBEAT_MS = 30_000;
const CLOSE = { done: 1000, notUnderstood: 1008 } as const;

/**
 * Connects a WebSocket to a terminal until either ends.
 * @param after position of the last byte that the page has seen
 */
export function connect(socket: WebSocket, terminal: Terminal, after: number): void {
  let from = 0;
  let isAlive = true;
  const viewer: Viewer = {
    show: (bytes) => socket.send(bytes),
    send: (message) => {
      if (message.type === 'from') from = message.byte;
      sendMessage(socket, message);
    },
    close: () => socket.close(CLOSE.done),
  };
  const leave = terminal.watch(viewer, after);
  const heartbeat = setInterval(() => {
    if (!isAlive) socket.terminate();
    isAlive = false;
    socket.ping();
  }, HEARTBEAT_MS);
  socket.on('pong', () => (isAlive = true));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(heartbeat);
    leave();
  });
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) type(socket, terminal, data);
    else handleMessage(socket, terminal, data.toString('utf8'), from);
  });
}

function sendMessage(socket: WebSocket, message: TerminalToPage): void {
  socket.send(JSON.stringify(message));
}

/** Pauses the socket while the terminal still has input to read. */
function type(socket: WebSocket, terminal: Terminal, bytes: Buffer): void {
  const whenReading = terminal.type(bytes);
  if (whenReading === null) return;
  socket.pause();
  void whenReading.then(() => socket.resume());
}

function handleMessage(socket: WebSocket, terminal: Terminal, text: string, from: number): void {
  const message = parse(text);
  if (message === null) socket.close(CLOSE.notUnderstood, 'Invalid terminal message.');
  else if (message.type === 'ack') terminal.seen(from + message.bytes);
  else terminal.resize(message.columns, message.rows);
}

function parse(text: string): TerminalFromPage | null {
  try {
    return TerminalFromPage.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
