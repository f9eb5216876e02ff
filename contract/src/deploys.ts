import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { INT4_MAX, Id, RowId, route } from './route.ts';

/**
 * The life of a deploy (B §3, B §9):
 *
 *     running ──▶ succeeded
 *        └──────▶ failed (by itself, stopped, or superseded by a later one)
 */
export const DeployStatus = z.enum(['running', 'failed', 'succeeded']);
export type DeployStatus = z.infer<typeof DeployStatus>;

/** Where a build goes: the preview of the product alone, or another environment as well, which is told of it. */
export const DeployTarget = z.enum(['built-in', 'webhook', 'github']);
export type DeployTarget = z.infer<typeof DeployTarget>;

/** A deploy as it is sent (B §3: the first four fields). */
export const Deploy = z.object({
  status: DeployStatus,
  /** From 1 within its lesson. */
  build_number: z.number().int(),
  /** The log of this build: a page of the product, or of the environment that it goes to. */
  job_url: z.string(),
  /** When it ended; of one that is running, when it began. */
  timestamp: z.string(),
  target: DeployTarget,
  started_by: z.string().nullable(),
  /** Why it failed, in one sentence; null: it did not. */
  error: z.string().nullable(),
  /** It can be opened in the preview: it succeeded, and is not so old that it was removed. */
  is_kept: z.boolean(),
});
export type Deploy = z.infer<typeof Deploy>;

/** A line of a deploy's log. */
export const DeployLine = z.object({
  at: z.string(),
  /** An `error` makes the deploy fail. */
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  /** The screen that it is about; null: the lesson as a whole. */
  screen_id: z.number().int().nullable(),
});
export type DeployLine = z.infer<typeof DeployLine>;

/** A link to one build for somebody without an account. What it opens with is told once, when it is made. */
export const ShareLink = z.object({
  id: z.number().int(),
  build_number: z.number().int(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  /** Null: nobody opened it yet. */
  opened_at: z.string().nullable(),
});
export type ShareLink = z.infer<typeof ShareLink>;

const lessonParams = z.object({ id: Id });
const buildParams = z.object({ id: Id, buildNumber: Id });

export const deployRoutes = {
  listDeploys: route({
    method: 'GET',
    path: '/api/lesson/{id}/deploy',
    summary: 'The deploys of a lesson, the latest first',
    access: 'signed-in',
    params: lessonParams,
    reply: z.array(Deploy),
    errors: ['not_found'],
  }),
  startDeploy: route({
    method: 'POST',
    path: '/api/lesson/{id}/deploy',
    summary: 'Deploys a lesson to the preview environment; answers as soon as the deploy is queued',
    access: 'signed-in',
    perMinute: 60,
    params: lessonParams,
    body: z.object({
      /** Stops a deploy that is running; without it that one is answered with 409. */
      force: z.boolean().default(false),
    }),
    reply: Deploy,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
  getLatestDeploy: route({
    method: 'GET',
    path: '/api/lesson/{id}/deploy/latest',
    summary: 'The latest deploy of a lesson; 404: it was never deployed',
    access: 'signed-in',
    params: lessonParams,
    reply: Deploy,
    errors: ['not_found'],
  }),
  getDeploy: route({
    method: 'GET',
    path: '/api/lesson/{id}/deploy/{buildNumber}',
    summary: 'One deploy of a lesson, with its log from a line on',
    access: 'signed-in',
    params: buildParams,
    query: z.object({ log_from: z.coerce.number().int().min(0).max(INT4_MAX).default(0) }),
    reply: z.object({ deploy: Deploy, log: z.array(DeployLine) }),
    errors: ['not_found'],
  }),
  stopDeploy: route({
    method: 'POST',
    path: '/api/lesson/{id}/deploy/{buildNumber}/stop',
    summary: 'Stops a deploy that is running; what was deployed before stays',
    access: 'signed-in',
    params: buildParams,
    reply: Deploy,
    errors: ['not_found', 'refused'],
  }),
  getDeployBundle: route({
    method: 'GET',
    path: '/api/deploy-bundle/{token}',
    summary: 'A build as a zip, for the environment that it goes to; the address is told to that alone, and expires',
    access: 'public',
    perMinute: 60,
    params: z.object({ token: z.string().min(1).max(100) }),
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found'],
  }),
  openPreview: route({
    method: 'POST',
    path: '/api/lesson/{id}/deploy/{buildNumber}/preview',
    summary: "An address of a build's preview for oneself, for some hours",
    access: 'signed-in',
    perMinute: 60,
    params: buildParams,
    reply: z.object({ url: z.string(), expires_at: z.string() }),
    errors: ['not_found', 'refused'],
  }),
  listShareLinks: route({
    method: 'GET',
    path: '/api/lesson/{id}/share-links',
    summary: 'The share links of a lesson that still open something, the newest first',
    access: 'signed-in',
    params: lessonParams,
    reply: z.array(ShareLink),
    errors: ['not_found'],
  }),
  createShareLink: route({
    method: 'POST',
    path: '/api/lesson/{id}/share-links',
    summary: 'A link to one build that opens without an account; its address is answered this once',
    access: 'signed-in',
    perMinute: 60,
    params: lessonParams,
    body: z.object({
      build_number: RowId,
      days: z
        .number()
        .int('Give a whole number of days.')
        .min(LIMITS.shareDaysMin, 'A link is good for at least one day.')
        .max(LIMITS.shareDaysMax, `A link is good for at most ${LIMITS.shareDaysMax} days.`)
        .default(LIMITS.shareDaysFirst),
    }),
    reply: ShareLink.extend({ url: z.string() }),
    errors: ['not_found', 'refused'],
  }),
  revokeShareLink: route({
    method: 'DELETE',
    path: '/api/lesson/{id}/share-links/{linkId}',
    summary: 'Ends a share link at once; answers those that remain',
    access: 'signed-in',
    params: z.object({ id: Id, linkId: Id }),
    reply: z.array(ShareLink),
    errors: ['not_found'],
  }),
};
