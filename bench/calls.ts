import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { measureInTurn, timed, type TimedWork } from './measure.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const CALLS = 15;
const BARE = 'the same bytes from a bare HTTP server';

/** A minimal server that replies with the same bytes as a call. */
export class BareReply implements AsyncDisposable {
  readonly work: TimedWork;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.work = timed(async () => (await fetch(`http://127.0.0.1:${port}`)).json());
  }

  static async start(body: string): Promise<BareReply> {
    const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(body)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    return new BareReply(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A call, in turn with the same bytes from a bare HTTP server. */
export async function measureCall(what: string, call: () => Promise<unknown>, sizes: Sizes, calls = CALLS): Promise<Line> {
  await using bare = await BareReply.start(JSON.stringify(await call()));
  const { ours, plain } = await measureInTurn({ ours: timed(call), plain: bare.work }, { rounds: sizes.times(calls), warmUp: 3 });
  return { what, samples: ours, against: BARE, baseline: plain };
}

/** Appends bytes to a file and flushes it to disk. */
export class SyncedFile implements AsyncDisposable {
  readonly #file: Awaited<ReturnType<typeof open>>;

  private constructor(file: Awaited<ReturnType<typeof open>>) {
    this.#file = file;
  }

  static async open(folder: string): Promise<SyncedFile> {
    return new SyncedFile(await open(join(folder, 'bench-disk'), 'a'));
  }

  append(body: string): TimedWork {
    return timed(async () => {
      await this.#file.appendFile(body);
      await this.#file.datasync();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}

/** The calls that list every version of every lesson: as rows, and as columns, which the page uses. */
export async function measureListCalls(client: Client<Api>, sizes: Sizes): Promise<Line[]> {
  const rows = (await client.listLessons()).length.toLocaleString('en');
  return [
    await measureCall(`list of lessons, ${rows} rows`, () => client.listLessons(), sizes),
    await measureCall(`list of lessons as columns, ${rows} rows`, () => client.listLessonColumns(), sizes),
  ];
}
