import { z } from 'zod';
import type { OperationEvent } from './operations.ts';
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
  /**
   * Reports where the user is: on the page of the lesson (null), or on a screen. `part`: the name of the text that they write in there. Needs the
   * topic `lesson:{id}`.
   */
  z.object({ type: z.literal('present'), lesson_id: Int4, screen_id: Int4.nullable(), part: z.string().max(60).optional() }),
]);
export type LiveRequest = z.infer<typeof LiveRequest>;

/** Who has the lesson open, and where. */
export const PresenceEvent = z.object({
  type: z.literal('presence'),
  people: z.array(
    z.object({ id: z.number().int(), name: z.string(), screen_id: z.number().int().nullable(), part: z.string().optional() }),
  ),
});

/** The events, by who sends them: each feature adds its own in its contract (`declare module`). No two have the same `type`. */
export interface LiveEvents {
  operations: OperationEvent;
  presence: z.infer<typeof PresenceEvent>;
}
export type LiveEvent = LiveEvents[keyof LiveEvents];

export type LiveMessage =
  | { readonly topic: string; readonly event: LiveEvent }
  | { readonly topic: string; readonly error: string }
  /** An event of this topic was lost: fetch its data again. */
  | { readonly topic: string; readonly missed: true };

export const liveRoutes = {
  live: route({
    method: 'GET',
    path: '/api/live',
    summary: 'The live connection (WebSocket)',
    access: 'signed-in',
    replyKind: 'websocket',
  }),
};
