import { restoreScreen } from '#features/screens/server/index.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { trashRoutes } from '../contract.ts';
import { listTrash } from './list-trash.ts';
import { restoreItem } from './restore-item.ts';
import { restoreLesson } from './restore-lesson.ts';
import { retentionStart } from './trash-retention.ts';

export const trashHandlers = (platform: Platform): Handlers<typeof trashRoutes> => ({
  listTrash: ({ actor }) => listTrash(platform, actor),
  restoreLesson: ({ actor, params }) => restoreLesson(platform, actor, params.id),
  restoreItem: ({ actor, params }) => restoreItem(platform, actor, params.id),
  restoreScreen: ({ actor, params, body }) =>
    restoreScreen(platform, actor, params.id, { sequence: body?.sequence, since: retentionStart(new Date()) }),
});
