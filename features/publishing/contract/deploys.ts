import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { INT4_MAX, Id, RowId, route } from '#platform/contract/route.ts';

/**
 * Life cycle of a deploy:
 *
 *     running ──▶ succeeded
 *        └──────▶ failed (by itself, stopped, or superseded by a later one)
 */
export const DeployStatus = z.enum(['running', 'failed', 'succeeded']);
export type DeployStatus = z.infer<typeof DeployStatus>;

/** Where a build goes: only the built-in preview, or also another environment, which is notified. */
export const DeployTarget = z.enum(['built-in', 'webhook', 'github']);
export type DeployTarget = z.infer<typeof DeployTarget>;

/** A deploy on the wire. The specification defines the first four fields. */
export const Deploy = z.object({
  status: DeployStatus,
  /** Counted from 1 within its lesson. */
  build_number: z.number().int(),
  /** The log of this build: a page of the product, or of the target environment. */
  job_url: z.string(),
  /** When it ended; while it is running, when it started. */
  timestamp: z.string(),
  target: DeployTarget,
  started_by: z.string().nullable(),
  /** Why it failed, in one sentence; null: it didn't. */
  error: z.string().nullable(),
  /** It can be opened in the preview: it succeeded and hasn't been removed because of its age. */
  is_kept: z.boolean(),
  /** It failed only because answers fail their own checks: staff may deploy anyway, and say why. */
  only_answers_fail: z.boolean(),
  /** How many saves changed the lesson since it was started. Only in the list, of the latest build that can be opened. */
  changes_since: z.number().int().optional(),
});
export type Deploy = z.infer<typeof Deploy>;

/** A line of a deploy's log. */
export const DeployLine = z.object({
  at: z.string(),
  /** An `error` makes the deploy fail. */
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  /** The screen that it is about; null: the whole lesson. */
  screen_id: z.number().int().nullable(),
});
export type DeployLine = z.infer<typeof DeployLine>;

/** A link to one build for someone without an account. Its secret is only returned when it is created. */
export const ShareLink = z.object({
  id: z.number().int(),
  build_number: z.number().int(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  /** Null: not opened yet. */
  opened_at: z.string().nullable(),
});
export type ShareLink = z.infer<typeof ShareLink>;

const lessonParams = z.object({ id: Id });
const buildParams = z.object({ id: Id, buildNumber: Id });

export const deployRoutes = {
  listDeploys: route({
    method: 'GET',
    path: '/api/lesson/{id}/deploy',
    summary: 'Returns the deploys of a lesson, latest first',
    access: 'signed-in',
    params: lessonParams,
    reply: z.array(Deploy),
    errors: ['not_found'],
  }),
  startDeploy: route({
    method: 'POST',
    path: '/api/lesson/{id}/deploy',
    summary: 'Deploys a lesson to the preview environment; returns as soon as the deploy is queued',
    access: 'signed-in',
    perMinute: 60,
    params: lessonParams,
    body: z.object({
      /** Stops a running deploy; otherwise that is a 409. */
      force: z.boolean().default(false),
      /** Why it is deployed although answers fail their own checks. For staff. */
      anyway: z.string().trim().min(1, 'Say why.').max(2_000).optional(),
    }),
    reply: Deploy,
    errors: ['not_found', 'already_exists', 'forbidden', 'refused'],
  }),
  getLatestDeploy: route({
    method: 'GET',
    path: '/api/lesson/{id}/deploy/latest',
    summary: 'Returns the latest deploy of a lesson; 404 if it was never deployed',
    access: 'signed-in',
    params: lessonParams,
    reply: Deploy,
    errors: ['not_found'],
  }),
  getDeploy: route({
    method: 'GET',
    path: '/api/lesson/{id}/deploy/{buildNumber}',
    summary: 'Returns one deploy of a lesson, with its log from a given line on',
    access: 'signed-in',
    params: buildParams,
    query: z.object({ log_from: z.coerce.number().int().min(0).max(INT4_MAX).default(0) }),
    reply: z.object({ deploy: Deploy, log: z.array(DeployLine) }),
    errors: ['not_found'],
  }),
  stopDeploy: route({
    method: 'POST',
    path: '/api/lesson/{id}/deploy/{buildNumber}/stop',
    summary: 'Stops a running deploy; the previous deploy stays',
    access: 'signed-in',
    params: buildParams,
    reply: Deploy,
    errors: ['not_found', 'refused'],
  }),
  getDeployBundle: route({
    method: 'GET',
    path: '/api/deploy-bundle/{token}',
    summary: 'Returns a build as a zip, for its target environment; the address is secret and expires',
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
    summary: "Returns a personal address of a build's preview, valid for some hours",
    access: 'signed-in',
    perMinute: 60,
    params: buildParams,
    reply: z.object({ url: z.string(), expires_at: z.string() }),
    errors: ['not_found', 'refused'],
  }),
  listShareLinks: route({
    method: 'GET',
    path: '/api/lesson/{id}/share-links',
    summary: 'Returns the working share links of a lesson, newest first',
    access: 'signed-in',
    params: lessonParams,
    reply: z.array(ShareLink),
    errors: ['not_found'],
  }),
  createShareLink: route({
    method: 'POST',
    path: '/api/lesson/{id}/share-links',
    summary: 'Creates a link to one build that works without an account; its address is only returned here',
    access: 'signed-in',
    perMinute: 60,
    params: lessonParams,
    body: z.object({
      build_number: RowId,
      days: z
        .number()
        .int('Enter a whole number of days.')
        .min(LIMITS.shareDaysMin, 'A link must be valid for at least one day.')
        .max(LIMITS.shareDaysMax, `A link can be valid for at most ${LIMITS.shareDaysMax} days.`)
        .default(LIMITS.shareDaysFirst),
    }),
    reply: ShareLink.extend({ url: z.string() }),
    errors: ['not_found', 'refused'],
  }),
  revokeShareLink: route({
    method: 'DELETE',
    path: '/api/lesson/{id}/share-links/{linkId}',
    summary: 'Ends a share link immediately; returns the remaining ones',
    access: 'signed-in',
    params: z.object({ id: Id, linkId: Id }),
    reply: z.array(ShareLink),
    errors: ['not_found'],
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    publishing:
      /** A deploy of the lesson has started or ended. */
      | { type: 'deploy'; deploy: Deploy }
      /** Lines of a deploy's log; `from`: index of the first one. */
      | { type: 'deploy-log'; build_number: number; from: number; lines: DeployLine[] };
  }
}
