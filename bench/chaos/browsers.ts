import { setTimeout as sleep } from 'node:timers/promises';
import { LiveConnection } from '#platform/web/live.ts';
import type { Person } from './people.ts';

const OPEN_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** A connection that was lost, and is back or not. Times of `performance.now()`. */
export interface Gap {
  readonly lostAt: number;
  backAt: number | null;
}

/** The live connections of open pages: the product's own code, on sockets that are watched. */
export class Browsers {
  readonly gaps: Gap[] = [];
  readonly #close: (() => void)[] = [];
  #open = 0;

  /** Opens a page for everybody. */
  async openFor(people: readonly Person[], url: string): Promise<void> {
    for (const { headers, lessonId } of people) {
      let gap: Gap | null = null;
      let current: WebSocket | null = null;
      const live = new LiveConnection(() => {
        // Not in the types of browsers, where cookies identify the person.
        const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, { headers } as unknown as string[]);
        current = socket;
        let wasOpen = false;
        socket.addEventListener('open', () => {
          wasOpen = true;
          this.#open += 1;
          if (gap !== null) gap.backAt = performance.now();
          gap = null;
        });
        socket.addEventListener('close', () => {
          if (!wasOpen) return;
          this.#open -= 1;
          gap = { lostAt: performance.now(), backAt: null };
          this.gaps.push(gap);
        });
        return socket;
      });
      const unsubscribe = live.subscribe(`lesson:${lessonId}`, () => undefined);
      this.#close.push(() => {
        unsubscribe();
        current?.close();
      });
    }
    for (const end = performance.now() + OPEN_LIMIT_MS; this.#open < people.length; await sleep(LOOK_EVERY_MS))
      if (performance.now() > end) throw new Error('Not every page could open its live connection.');
  }

  close(): void {
    for (const close of this.#close) close();
  }
}
