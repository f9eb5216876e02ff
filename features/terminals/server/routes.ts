import type { FastifyRequest } from 'fastify';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { terminalRoutes } from '../contract.ts';
import { Terminals } from './terminals.ts';

export function terminalHandlers(platform: Platform): Handlers<typeof terminalRoutes> {
  const terminals = new Terminals(platform);
  return {
    getRunnerConnection: async ({ actor, body, request }) => {
      const session_id = await terminals.open(actor, body);
      return { url: `/api/terminal/${session_id}`, ...addressOf(platform, request), session_id };
    },
    terminal: ({ params, query, request }, socket) => {
      if (request.visitor !== null) terminals.connect(request.visitor, params.sessionId, query.after, socket);
    },
    checkTerminal: ({ actor, body }) => terminals.check(actor, body),
  };
}

/** Where this server is reached: by its public address, else where the call came in. */
function addressOf({ config }: Pick<Platform, 'config'>, { socket }: FastifyRequest): { ip: string; port: number } {
  const { hostname, port, protocol } = new URL(config.publicUrl);
  const ownPort = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return { ip: hostname.replace(/^\[|\]$/g, ''), port: config.port === 0 ? (socket.localPort ?? ownPort) : ownPort };
}
