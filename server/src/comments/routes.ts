import type { commentRoutes } from '#contract/comments.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  approveComment,
  archiveComment,
  completeComment,
  createComment,
  hasOpenMandatory,
  listLessonComments,
  listScreenComments,
  replyToComment,
} from './service.ts';

export const commentHandlers = (platform: Platform): Handlers<typeof commentRoutes> => ({
  listScreenComments: ({ actor, params }) => listScreenComments(platform, actor, params.id),
  listLessonComments: ({ actor, params }) => listLessonComments(platform, actor, params.id),
  createComment: ({ actor, params, body }) => createComment(platform, actor, params.id, body),
  replyToComment: ({ actor, params, body }) => replyToComment(platform, actor, params.id, body.message),
  archiveComment: ({ actor, params }) => archiveComment(platform, actor, params.id),
  completeComment: ({ actor, params }) => completeComment(platform, actor, params.id),
  approveComment: ({ actor, params }) => approveComment(platform, actor, params.id),
  hasOpenMandatory: ({ actor, params }) => hasOpenMandatory(platform, actor, params.id),
});
