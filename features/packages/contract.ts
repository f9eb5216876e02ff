import { z } from 'zod';
import { Package } from '#features/lessons/contract/lessons.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { INT4_MAX, Id, route } from '#platform/contract/route.ts';

/** The package of custom answer checking, and the setup file of command-line lessons. */
export const PYCHECK = 'pycheck';
export const CUSTOM_SETUP_FILE = 'custom_setup.sh';

/**
 * Life cycle of a lesson's dependencies:
 *
 *     not_built ──▶ in_progress ──▶ built ───┬──▶ needs_rebuild ──▶ in_progress …
 *                        └────────▶ failed ──┤
 *                                            └──▶ in_progress …
 *
 * `needs_rebuild`: packages or language differ from those of the last build, whether it succeeded or not. The last successful build
 * stays in use until the next one. A lesson without packages is `built` from the start: it runs in the base environment, which has
 * the checkers.
 */
export const BuildState = z.enum(['not_built', 'needs_rebuild', 'in_progress', 'built', 'failed']);
export type BuildState = z.infer<typeof BuildState>;

/** A package that a build installed in another version than the build before. */
export const VersionChange = z.object({
  name: z.string(),
  /** Null: it is new. */
  from: z.string().nullable(),
  /** Null: it is gone. */
  to: z.string().nullable(),
});
export type VersionChange = z.infer<typeof VersionChange>;

/** What the answers of a lesson did with the packages of a build. */
export const TriedAnswers = z.object({
  /** Answers that were run. */
  total: z.number().int(),
  failing: z.array(
    z.object({
      screen_id: z.number().int(),
      screen_sequence: z.number().int(),
      /** Whether it passed with the packages before; null: that is not known, because they can't be used any more. */
      passed_before: z.boolean().nullable(),
    }),
  ),
});
export type TriedAnswers = z.infer<typeof TriedAnswers>;

export const Build = z.object({
  /** Null: nothing was built yet. */
  id: z.number().int().nullable(),
  state: BuildState,
  /** The installer's message. */
  error: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  started_by: z.string().nullable(),
  /** Everything installed, including dependencies. */
  installed: z.array(z.object({ name: z.string(), version: z.string() })),
  changed: z.array(VersionChange),
  /** Null: they weren't run, or not yet. */
  answers: TriedAnswers.nullable(),
});
export type Build = z.infer<typeof Build>;

const lessonParams = z.object({ id: Id });

const BuildReply = z.object({
  packages: z.array(Package),
  legacy_check_enabled: z.boolean(),
  custom_check_enabled: z.boolean(),
  /** When the last successful build ended; null: there was none. */
  last_build: z.string().nullable(),
  build: Build,
});

export const packageRoutes = {
  buildPackages: route({
    method: 'POST',
    path: '/api/lesson/{id}/packages',
    summary: 'Stores packages and answer checking of a lesson and builds its environment; returns as soon as the build is queued',
    access: 'signed-in',
    params: lessonParams,
    body: z.object({
      packages: z.array(Package).max(LIMITS.packagesMax),
      legacy_check_enabled: z.boolean(),
      custom_check_enabled: z.boolean(),
    }),
    reply: BuildReply,
    errors: ['not_found', 'refused'],
  }),
  getBuild: route({
    method: 'GET',
    path: '/api/lesson/{id}/build',
    summary: 'Returns the state of a lesson’s build, with its log from a given byte on',
    access: 'signed-in',
    params: lessonParams,
    query: z.object({ log_from: z.coerce.number().int().min(0).max(INT4_MAX).default(0) }),
    reply: z.object({ build: Build, log: z.string(), log_end: z.number().int() }),
    errors: ['not_found'],
  }),
  stopBuild: route({
    method: 'POST',
    path: '/api/lesson/{id}/build/stop',
    summary: 'Stops the build of a lesson; the previous build stays in use',
    access: 'signed-in',
    params: lessonParams,
    reply: Build,
    errors: ['not_found', 'refused'],
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    packages:
      /** The build of the lesson's packages has changed state. */
      { type: 'build'; build: Build } | { type: 'build-log'; build_id: number; text: string };
  }
}
