import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A minimal file server: GET sends a file of a folder, PUT stores one. */
export class PlainServer implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(folder: string): Promise<PlainServer> {
    const server = createServer((request, response) => void answer(folder, request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PlainServer(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, basename(request.url ?? ''));
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(path));
    response.end();
    return;
  }
  response.setHeader('content-length', (await stat(path)).size);
  await pipeline(createReadStream(path), response);
}
