import { once } from 'node:events';
import { WebSocket, type RawData } from 'ws';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { LiveMessage } from '#platform/contract/live.ts';

/** Receives the commits of a lesson as its page does, so that watching costs the server nothing. Close it. */
export class CommitWatch {
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(url: string, client: Client<Api>, lessonId: number): Promise<CommitWatch> {
    const { token } = await client.createToken({ body: { name: 'bench' } });
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, { headers: { authorization: `Bearer ${token}` } });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', topic: `lesson:${lessonId}` }));
    return new CommitWatch(socket);
  }

  /** Resolves when the newest change of a screen is reported as `state`. */
  reached(screenId: number, state: 'committed' | 'pushed'): Promise<void> {
    return new Promise((resolve) => {
      const hear = (data: RawData) => {
        const message = JSON.parse((data as Buffer).toString()) as LiveMessage;
        if (!('event' in message) || message.event.type !== 'commit-status') return;
        if (message.event.screen_id !== screenId || message.event.status.state !== state) return;
        this.#socket.off('message', hear);
        resolve();
      };
      this.#socket.on('message', hear);
    });
  }

  close(): void {
    this.#socket.terminate();
  }
}
