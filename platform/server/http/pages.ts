import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { notFound } from '../errors.ts';
import { sendError } from './error-reply.ts';

const NOT_BUILT = 'The pages are not built yet. `npm start` builds them; the API works without them.\n';

/**
 * Serves the built web application: its files, and its single page for every other address, which the browser's router
 * reads. Unknown API addresses remain errors.
 */
export async function registerPages(app: FastifyInstance, config: Pick<Config, 'webFolder'>): Promise<void> {
  const isBuilt = existsSync(join(config.webFolder, 'index.html'));
  if (isBuilt) {
    // One route for all files: registering one for each would dominate the start time.
    await app.register(fastifyStatic, {
      root: config.webFolder,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Names below assets/ contain a content hash; the page that references them must always be revalidated.
        const isHashed = path.startsWith(join(config.webFolder, 'assets'));
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', (_request, reply) => sendPage(reply));
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPageAddress(request)) return sendError(notFound('address'), request, reply);
    return isBuilt ? sendPage(reply) : reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  });
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}

/** Whether a user may open the address: not an API call, and not a missing file (`/favicon.ico`). */
function isPageAddress(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && path !== '/api' && !path.startsWith('/api/') && !/\.\w+$/.test(path);
}
