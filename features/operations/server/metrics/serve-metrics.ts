import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { MetricsConfig } from '#platform/server/config.ts';
import { bearerToken } from '#platform/server/http/visitor.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isSameSecret } from '#platform/server/secrets.ts';
import type { PoolState } from './metrics.ts';

const PATH = '/metrics';

type Caller = Parameters<typeof bearerToken>[0];

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * Serves the metrics as the settings say, or does nothing: at their own port, and below the product's address for
 * callers with the token. Call it before the app listens. Returns a function that stops it.
 */
export async function serveMetrics(platform: Platform, app: FastifyInstance, pool: PoolState): Promise<() => Promise<void>> {
  const { metrics: config } = platform.config;
  if (config === null) return async () => undefined;
  // Loaded on demand: most installations have no metrics.
  const { Metrics } = await import('./metrics.ts');
  const metrics = new Metrics(platform, pool);
  const answer = async (request: Caller): Promise<Answer> => {
    if (config.token !== null && !isSameSecret(bearerToken(request) ?? '', config.token.reveal()))
      return { status: 401, type: 'text/plain; charset=utf-8', body: 'Send the token of LESSONWRIGHT_METRICS_TOKEN as a bearer token.\n' };
    return { status: 200, type: metrics.registry.contentType, body: await metrics.text() };
  };
  if (config.token !== null) {
    app.get(PATH, async (request, reply) => {
      const { status, type, body } = await answer(request);
      return reply.code(status).type(type).send(body);
    });
  }
  const close = config.port === null ? null : await listen(config, config.port, answer);
  return async () => {
    await close?.();
    metrics.close();
  };
}

async function listen({ host }: MetricsConfig, port: number, answer: (request: Caller) => Promise<Answer>): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    const reply = path === PATH ? answer(request) : Promise.resolve(NOT_FOUND);
    void reply
      .catch((): Answer => ({ status: 500, type: 'text/plain; charset=utf-8', body: 'Couldn’t collect the metrics.\n' }))
      .then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}

const NOT_FOUND: Answer = { status: 404, type: 'text/plain; charset=utf-8', body: `The metrics are at ${PATH}.\n` };
