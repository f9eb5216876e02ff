import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Videos that lessons embed: the frames that markdown lets through (content/src/markdown-schema.ts). */
const VIDEO_ORIGINS = ['https://www.youtube-nocookie.com', 'https://www.youtube.com'];

/**
 * What browsers may do with our pages. Scripts come from our own files only; styles may stand in the page, because
 * the components write their sizes there; plots and pasted images are data: and blob: addresses, and lessons show images
 * that lie elsewhere.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'applicationsUrl'>): Promise<void> {
  const isHttps = config.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: [...VIDEO_ORIGINS, config.applicationsUrl],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // `same-origin` would make the page see its sign-in popup as closed as soon as it shows another site.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    // Embedded videos refuse to play for pages that hide where they are.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    // The popup must stay in its opener's sight on its way through the provider and back.
    if (request.url.startsWith('/api/login')) reply.removeHeader('cross-origin-opener-policy');
    done();
  });
}
