import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const NAMES = ['form.js', 'success.js', 'failure.js'] as const;

/** The scripts of the popup's pages are separate files, because our pages run no inline scripts. */
export async function registerLoginScripts(app: FastifyInstance): Promise<void> {
  for (const name of NAMES) {
    const text = await readFile(join(import.meta.dirname, 'scripts', name), 'utf8');
    app.get(`/api/login/${name}`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(text),
    );
  }
}
