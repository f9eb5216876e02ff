import type { FastifyRequest } from 'fastify';
import { createClient, type Client } from '#platform/contract/client.ts';
import { assistantCalls } from '../contract.ts';

export type ApiOfAssistants = Client<typeof assistantCalls>;

/**
 * The API as the caller of a request sees it. Each call goes through everything that a call from outside goes through: who may make it,
 * its limits, its turn, the audit trail, and other servers of a cluster.
 *
 * @param token Of the caller.
 */
export function apiOf({ server, ip, headers }: FastifyRequest, token: string): ApiOfAssistants {
  const authorization = `Bearer ${token}`;
  return createClient(assistantCalls, {
    headers: { authorization, host: headers.host ?? 'localhost' },
    fetch: async (url, { method, body, headers: own } = {}) => {
      const reply = await server.inject({
        method: method as 'GET' | 'POST',
        url: url as string,
        headers: own as Record<string, string>,
        remoteAddress: ip,
        ...(typeof body === 'string' ? { payload: body } : {}),
      });
      return new Response(reply.payload, { status: reply.statusCode });
    },
  });
}
