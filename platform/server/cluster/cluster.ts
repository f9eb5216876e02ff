import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServedBy } from '#platform/contract/route.ts';
import { CallWatch } from '../call-watch.ts';
import { canConnect } from '../can-connect.ts';
import { forbidden, unavailable } from '../errors.ts';
import { Forwarder, UnreachableServerError, type Destination } from './forward.ts';
import { readForwarded, SERVER_TOKEN_HEADER, signForwarded, type ForwardedBy } from './server-token.ts';
import type { ServerEntry, Servers } from './servers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if another server forwarded the request. It is answered here then. */
    forwardedBy: ForwardedBy | null;
  }
}

/** How long a call waits for a server that can answer it: a new one takes the repositories over within a minute. */
const WAIT_MS = 10_000;
const LOOK_EVERY_MS = 200;
/** A server that a forwarded call waits for is gone if it accepts no connection. Not sooner: the call's effect is unknown then. */
const WATCH_EVERY_MS = 500;
const CONNECT_LIMIT_MS = 1_000;

/**
 * Several servers on one database (docs/decisions/0053): finds the server that answers a call, and forwards the call to it.
 * On one machine there is none of it.
 */
export class Cluster {
  readonly servers: Servers;
  readonly #forwarder = new Forwarder();
  readonly #watch = new CallWatch((url) => canConnect(url, CONNECT_LIMIT_MS), WATCH_EVERY_MS);

  constructor(servers: Servers) {
    this.servers = servers;
  }

  close(): void {
    this.#watch.close();
    this.#forwarder.close();
  }

  /** Believes other servers about the caller. Before everything that looks at the caller's address. */
  register(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const token = request.headers[SERVER_TOKEN_HEADER];
      if (token === undefined) return done();
      const { secret, self, clock } = this.servers;
      const by = typeof token === 'string' ? readForwarded(secret, { ...asked(request), to: self.id }, token, clock.now()) : null;
      if (by === null) return done(forbidden('Only servers of this product may send this header.'));
      request.forwardedBy = by;
      Object.defineProperties(request, { ip: { value: by.address }, protocol: { value: by.protocol } });
      return done();
    });
  }

  /** Whether this server answers the call itself. @param key Whose state it is about. */
  answersHere(servedBy: ServedBy, key: string): boolean {
    return this.#find(servedBy, key)?.id === this.servers.self.id;
  }

  /**
   * Lets the right server reply.
   * @throws AppError `unavailable` if there is none for too long.
   */
  async forward(servedBy: ServedBy, key: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    for (const end = performance.now() + WAIT_MS; ; await sleep(LOOK_EVERY_MS)) {
      const server = this.#find(servedBy, key);
      // It moved here while the call waited. Only what belongs to no other server does.
      if (server?.id === this.servers.self.id) return;
      try {
        if (server !== null) return await this.#send(server, request, reply);
      } catch (error) {
        if (!(error instanceof UnreachableServerError) || server === null) throw error;
        request.log.warn({ err: error, server: server.url }, 'another server could not be reached');
        this.servers.doubt(server.id);
      }
      if (performance.now() > end)
        throw unavailable(
          servedBy === 'git'
            ? 'No server has the content repository at the moment. Saved changes are kept; try again in a minute.'
            : 'The server that handles this call cannot be reached. Try again in a moment.',
        );
      await this.servers.refresh();
    }
  }

  /** Asks the other servers, one after the other, about something that is not in the memory of this one. Null: none has it. */
  async askOthers(request: FastifyRequest): ReturnType<Forwarder['ask']> {
    for (const server of this.servers.others()) {
      const reply = await this.#forwarder.ask(request, this.#destination(server, request));
      if (reply !== null && reply.status !== 404) return reply;
    }
    return null;
  }

  async #send(server: ServerEntry, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const to = this.#destination(server, request);
    const gone = new AbortController();
    const unwatch = this.#watch.add(server.url, () => {
      this.servers.doubt(server.id);
      gone.abort();
    });
    if (request.ws) {
      request.raw.socket.once('close', unwatch);
      return this.#forwarder.forwardUpgrade(request, reply, to, gone.signal);
    }
    return this.#forwarder.forward(request, reply, to, gone.signal).finally(unwatch);
  }

  #destination({ id, url }: ServerEntry, request: FastifyRequest): Destination {
    const { secret, self, clock } = this.servers;
    const by = { from: self.id, address: request.ip, protocol: request.protocol };
    return { url, headers: { [SERVER_TOKEN_HEADER]: signForwarded(secret, { ...asked(request), to: id }, by, clock.now()) } };
  }

  #find(servedBy: ServedBy, key: string): ServerEntry | null {
    switch (servedBy) {
      case 'git':
        return this.servers.holder();
      case 'person':
      case 'link':
        return this.servers.homeOf(`${servedBy} ${key}`);
      case 'any':
      case 'holder':
        return this.servers.self;
    }
  }
}

function asked({ raw }: FastifyRequest): { method: string; url: string } {
  return { method: raw.method ?? '', url: raw.url ?? '' };
}
