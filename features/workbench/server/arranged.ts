import type { arrangedReplies, getScreenOf } from '#features/screens/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

export type ScreenParams = Parameters<typeof getScreenOf>[1];
export type ShownScreens = Parameters<typeof arrangedReplies>[2];

/** What authors read if their texts exceed the limits. */
export const TOO_EXPENSIVE = 'These texts take too long to read. Nothing was changed. Move a part of them by hand.';

/** The screens of a lesson after a join or a split, and what undoes it. */
export interface Arranged {
  readonly screens: Awaited<ReturnType<typeof arrangedReplies>>;
  /** Its save, and the comments that it moved to another screen. */
  readonly undo: { readonly save: string; readonly comments: number[] };
}

/** Notifies the pages of a lesson of comments and data files that a join, a split or its undo moved to these screens. */
export function publishRearranged({ live }: Pick<Platform, 'live'>, lessonId: number, screenIds: readonly number[]): void {
  for (const screen_id of screenIds) live.publish(`lesson:${lessonId}`, { type: 'comments-changed', screen_id });
  live.publish(`lesson:${lessonId}`, { type: 'files-changed' });
}
