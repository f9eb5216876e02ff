import type { trashRoutes } from '#contract/trash.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { restoreScreen } from '#server/screens/trash.ts';
import { keptSince } from './kept-since.ts';
import { listTrash } from './list-trash.ts';
import { restoreItem } from './restore-item.ts';
import { restoreLesson } from './restore-lesson.ts';

export const trashHandlers = (platform: Platform): Handlers<typeof trashRoutes> => ({
  listTrash: ({ actor }) => listTrash(platform, actor),
  restoreLesson: ({ actor, params }) => restoreLesson(platform, actor, params.id),
  restoreItem: ({ actor, params }) => restoreItem(platform, actor, params.id),
  restoreScreen: ({ actor, params, body }) =>
    restoreScreen(platform, actor, params.id, { sequence: body?.sequence, since: keptSince(new Date()) }),
});
