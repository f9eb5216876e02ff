import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { commentRoutes } from '../contract.ts';
import { approveComment, archiveComment, completeComment, reopenComment } from './comment-status.ts';
import { createComment, hasOpenMandatory, listLessonComments, listScreenComments, replyToComment } from './comments.ts';
import { listLessonPeople } from './mentions.ts';

export const commentHandlers = (platform: Platform): Handlers<typeof commentRoutes> => ({
  listScreenComments: ({ actor, params }) => listScreenComments(platform, actor, params.id),
  listLessonComments: ({ actor, params }) => listLessonComments(platform, actor, params.id),
  listLessonPeople: ({ actor, params }) => listLessonPeople(platform, actor, params.id),
  createComment: ({ actor, params, body }) => createComment(platform, actor, params.id, body),
  replyToComment: ({ actor, params, body }) => replyToComment(platform, actor, params.id, body.message),
  archiveComment: ({ actor, params }) => archiveComment(platform, actor, params.id),
  completeComment: ({ actor, params }) => completeComment(platform, actor, params.id),
  reopenComment: ({ actor, params }) => reopenComment(platform, actor, params.id),
  approveComment: ({ actor, params }) => approveComment(platform, actor, params.id),
  hasOpenMandatory: ({ actor, params }) => hasOpenMandatory(platform, actor, params.id),
});
