import { z } from 'zod';
import { CommitStatus } from '#features/changes/contract.ts';
import { Build } from '#features/packages/contract.ts';
import { Deploy, DeployLine } from '#features/publishing/contract/deploys.ts';
import { RunReply } from '#features/runs/contract/runs.ts';
import { ScreenGate, ScreenTest } from '#features/tests/contract/screen-tests.ts';
import { OperationEvent } from './operations.ts';
import { Int4, route } from './route.ts';

/**
 * The live connection: one WebSocket per page at `/api/live`. The page subscribes to topics; the server sends their events.
 * Nothing depends on it: everything pushed can also be requested.
 *
 * Topics: `run:{stream_id}` (your own runs), `lesson:{id}` (saves and commits of a lesson), `operation:{id}` (progress of your
 * own long operations), `releases:all` (staff: the list of releases, or a pull request, has changed), `courses:all` (a course has
 * changed), `paths:all` (staff: a path or one of its steps has changed), `user:{id}` (your own notifications).
 */
export const LiveRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), topic: z.string().max(200) }),
  z.object({ type: z.literal('unsubscribe'), topic: z.string().max(200) }),
  /** Reports where the user is: on the page of the lesson (null), or on a screen. Needs the topic `lesson:{id}`. */
  z.object({ type: z.literal('present'), lesson_id: Int4, screen_id: Int4.nullable() }),
]);
export type LiveRequest = z.infer<typeof LiveRequest>;

export const RunEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued'), code_run_id: z.string(), queue_position: z.number().int() }),
  z.object({ type: z.literal('preparing'), code_run_id: z.string(), text: z.string() }),
  z.object({ type: z.literal('started'), code_run_id: z.string() }),
  z.object({ type: z.literal('stdout'), code_run_id: z.string(), text: z.string() }),
  z.object({ type: z.literal('stderr'), code_run_id: z.string(), text: z.string() }),
  z.object({ type: z.literal('finished'), code_run_id: z.string(), reply: RunReply }),
  /** The run ended without a result: it was stopped or its runner was lost. */
  z.object({ type: z.literal('failed'), code_run_id: z.string(), error: z.string() }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** Who has the lesson open, and where. */
export const PresenceEvent = z.object({
  type: z.literal('presence'),
  people: z.array(z.object({ id: z.number().int(), name: z.string(), screen_id: z.number().int().nullable() })),
});

export const LessonEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('commit-status'), screen_id: z.number().int().nullable(), status: CommitStatus }),
  z.object({ type: z.literal('saved'), screen_id: z.number().int().nullable(), revision: z.number().int(), by: z.string() }),
  z.object({ type: z.literal('screens-changed') }),
  z.object({ type: z.literal('comments-changed'), screen_id: z.number().int() }),
  /** Data files or images: request them again. */
  z.object({ type: z.literal('files-changed') }),
  PresenceEvent,
  /** Merged from git, imported, or its review has changed: request the lesson again. */
  z.object({ type: z.literal('lesson-changed') }),
  /** The build of the lesson's packages has changed state. */
  z.object({ type: z.literal('build'), build: Build }),
  z.object({ type: z.literal('build-log'), build_id: z.number().int(), text: z.string() }),
  /** A deploy of the lesson has started or ended. */
  z.object({ type: z.literal('deploy'), deploy: Deploy }),
  /** Lines of a deploy's log; `from`: index of the first one. */
  z.object({ type: z.literal('deploy-log'), build_number: z.number().int(), from: z.number().int(), lines: z.array(DeployLine) }),
  /** A screen test of this lesson has changed state. */
  z.object({ type: z.literal('test'), test: ScreenTest }),
  /** The answer was checked against its own checks (screen-tests.ts). */
  z.object({ type: z.literal('gate'), screen_id: z.number().int(), gate: ScreenGate }),
]);
export type LessonEvent = z.infer<typeof LessonEvent>;

export const ReleaseEvent = z.object({ type: z.literal('release-changed'), release_id: z.number().int() });
export type ReleaseEvent = z.infer<typeof ReleaseEvent>;

/** A course or path was created, changed, deleted, committed or pushed; null: several of them. */
export const CourseEvent = z.object({ type: z.literal('course-changed'), course_id: z.number().int().nullable() });
export type CourseEvent = z.infer<typeof CourseEvent>;
export const PathEvent = z.object({ type: z.literal('path-changed'), path_id: z.number().int().nullable() });
export type PathEvent = z.infer<typeof PathEvent>;

/** A notification of the user was added, or read on another page. */
export const UserEvent = z.object({ type: z.literal('notifications-changed') });
export type UserEvent = z.infer<typeof UserEvent>;

export const LiveMessage = z.union([
  z.object({ topic: z.string(), event: z.union([RunEvent, LessonEvent, OperationEvent, ReleaseEvent, CourseEvent, PathEvent, UserEvent]) }),
  z.object({ topic: z.string(), error: z.string() }),
  /** An event of this topic was lost: fetch its data again. */
  z.object({ topic: z.string(), missed: z.literal(true) }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;

export const liveRoutes = {
  live: route({
    method: 'GET',
    path: '/api/live',
    summary: 'The live connection (WebSocket)',
    access: 'signed-in',
    replyKind: 'websocket',
  }),
};
