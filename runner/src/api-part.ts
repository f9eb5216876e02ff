import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** An authenticated call with its path split into segments: `/sessions/x/ports/80` is `['sessions', 'x', 'ports', '80']`. */
export interface ApiCall {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
}

/** Handles all calls under one top-level path segment. Failures are thrown as `Refusal` (refusal.ts). */
export interface ApiPart {
  readonly name: string;
  handle(call: ApiCall & { response: ServerResponse }): Promise<void>;
  /** Handles a WebSocket upgrade; omit if there are none. */
  upgrade?(call: ApiCall & { socket: Duplex; head: Buffer }): Promise<void>;
}
