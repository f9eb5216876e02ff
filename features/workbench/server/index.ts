import type { screenRoutes } from '#features/screens/contract/screens.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import { joinWithNext } from './join-screens.ts';
import { splitAtLine } from './split-screen.ts';
import { undoScreens } from './undo-screens.ts';

/** Calls on screens that need everything that belongs to a screen: comments, data files, proposals and versions. */
export const workbenchHandlers = (
  platform: Platform,
): Pick<Handlers<typeof screenRoutes>, 'joinScreens' | 'splitScreen' | 'undoScreens'> => ({
  joinScreens: ({ actor, params, query }) => joinWithNext(platform, actor, params, query),
  splitScreen: ({ actor, params, query, body }) => splitAtLine(platform, actor, params, body.line, query),
  undoScreens: ({ actor, params, query, body }) => undoScreens(platform, actor, params.id, body, query),
});
