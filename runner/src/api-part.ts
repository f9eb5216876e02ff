import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A call whose token was right, with its path as names: `/sessions/x/ports/80` is `['sessions', 'x', 'ports', '80']`. */
export interface ApiCall {
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
}

/** Calls below one first name of a path. Failures are thrown as `Refusal` (refusal.ts). */
export interface ApiPart {
  readonly name: string;
  handle(call: ApiCall & { response: ServerResponse }): Promise<void>;
  /** A WebSocket that wants to be one; left out: there are none. */
  upgrade?(call: ApiCall & { socket: Duplex; head: Buffer }): Promise<void>;
}
