/** Sessions of running applications, and the JupyterLab of a project. */

import { withDatasetFiles } from '#features/datasets/server/index.ts';
import { environmentOf } from '#features/environments/server/index.ts';
import { filesForLesson } from '#features/lesson-files/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import { hasJupyterLab } from '#features/lessons/lessons.policy.ts';
import { RunnerRefusal } from '#features/runners/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { DEFAULT_RUN_LIMITS } from '#platform/contract/runner-protocol.ts';
import { AppError, refused, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ApplicationSession } from '../../contract/applications.ts';
import { requirementsOf, runLimits } from '../run-request.ts';
import {
  addressOfPort,
  endRunSession,
  ensureRunSession,
  findOpenSession,
  removeSessionRow,
  pathOfPort,
  sessionSettings,
} from '../sessions.ts';
import { MESSAGES } from './messages.ts';

/** Inside its own sandbox, where nothing else listens. */
export const PROJECT_PORT = 8888;
/** A JupyterLab with a few kernels needs more memory than a run. */
const PROJECT_LIMITS = { memory_factor: 2, processes: 256, disk_bytes: 512 * 1024 * 1024, files: 32_768 };

/** Returns the user's own session of a stateful lesson; null if none is open. @throws AppError `not_found` */
export async function getApplicationSession(platform: Platform, actor: Actor, lessonId: number): Promise<ApplicationSession | null> {
  const { db, runners, config, log } = platform;
  const lesson = await getLessonFor(db, actor, lessonId);
  const session = await findOpenSession(db, { user_id: actor.id, lesson_id: lessonId, program: 'interpreter' });
  if (session === null) return null;
  try {
    const state = await runners.sessions(session.runner_name).find(session.id);
    if (state === null) {
      await removeSessionRow(db, session.id);
      return null;
    }
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    return {
      id: session.id,
      lesson_id: lessonId,
      ports: lesson.fields.app_ports.map((port) => ({
        port,
        url: addressOfPort(config, session, port),
        is_up: state.listening.includes(port),
      })),
      started_at: at(-state.age_seconds),
      ends_at: at(state.ends_in_seconds),
    };
  } catch (error) {
    // Its runner is unavailable, so the session can't be used now.
    log.warn({ err: error, session: session.id }, 'could not check a session');
    return null;
  }
}

/** Ends the user's own session of a lesson, if there is one. @throws AppError `not_found` */
export async function endApplicationSession(platform: Platform, actor: Actor, lessonId: number): Promise<void> {
  await getLessonFor(platform.db, actor, lessonId);
  const session = await findOpenSession(platform.db, { user_id: actor.id, lesson_id: lessonId, program: 'interpreter' });
  if (session !== null) await endRunSession(platform, session);
}

/**
 * Opens the user's JupyterLab of a lesson, or finds the open one. Resolves once it is up.
 *
 * @throws AppError `not_found`; `refused` if the lesson isn't a JupyterLab lesson; `unavailable` with the reason.
 */
export async function openProject(platform: Platform, actor: Actor, lessonId: number): Promise<{ url: string; session_id: string }> {
  const { db, runners, config, blobs } = platform;
  const lesson = await getLessonFor(db, actor, lessonId);
  const { language } = lesson.fields;
  if (language === null || !hasJupyterLab(lesson.fields)) throw refused(MESSAGES.noProject);
  const needs = { language, version: lesson.fields.language_version, requirements: requirementsOf(lesson.fields) };
  const session = await ensureRunSession(platform, { user_id: actor.id, lesson_id: lessonId, program: 'jupyterlab' }, needs);
  const limits = runLimits(lesson.fields);
  try {
    await runners.sessions(session.runner_name).open(
      {
        owner: String(actor.id),
        session: sessionSettings(session, [PROJECT_PORT]),
        program: 'jupyterlab',
        base_path: pathOfPort(session, PROJECT_PORT),
        language: needs.language,
        language_version: needs.version,
        environment: environmentOf(lesson),
        files: await withDatasetFiles(db, lesson.attached.datasets, await filesForLesson(db, lessonId)),
        limits: {
          ...DEFAULT_RUN_LIMITS,
          ...limits,
          memory_bytes: limits.memory_bytes * PROJECT_LIMITS.memory_factor,
          processes: PROJECT_LIMITS.processes,
          disk_bytes: PROJECT_LIMITS.disk_bytes,
          files: PROJECT_LIMITS.files,
        },
        requirements: [...needs.requirements],
      },
      (sha256) => blobs.stream(sha256),
    );
  } catch (error) {
    await removeSessionRow(db, session.id);
    if (error instanceof AppError) throw error;
    throw unavailable(error instanceof RunnerRefusal ? error.message : MESSAGES.runnerAway);
  }
  return { url: `${addressOfPort(config, session, PROJECT_PORT)}lab`, session_id: session.id };
}
