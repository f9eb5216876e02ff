import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { playerOrigins } from '#platform/content/video-hosts.ts';
import type { Config } from '../config.ts';

/**
 * Security headers of our pages. Scripts only come from our own files, and those inside our page are allowed by their hashes. Inline styles are allowed because components set
 * their sizes there, data: and blob: for plots and pasted images, and images and videos from other hosts for lessons.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'publicUrl' | 'applicationsUrl' | 'videoHosts' | 'webFolder'>,
): Promise<void> {
  const page = await readFile(join(config.webFolder, 'index.html'), 'utf8').catch(() => '');
  const isHttps = config.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptSources(page)],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: [...playerOrigins(config.videoHosts), config.applicationsUrl],
        mediaSrc: ['https:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // `same-origin` would make the page see its sign-in popup as closed once it shows another site.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // Embedded videos don't play on pages that hide their origin.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // The popup must stay connected to its opener on its way through the provider and back.
    if (request.url.startsWith('/api/login')) reply.removeHeader('cross-origin-opener-policy');
    done();
  });
}

/** How a policy allows exactly the scripts that are written inside a page. */
export function inlineScriptSources(html: string): string[] {
  const scripts = html.split('<script>').slice(1);
  return scripts.map((rest) => {
    const script = rest.slice(0, rest.indexOf('</script>'));
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  });
}
