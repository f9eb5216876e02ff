import { z } from 'zod';
import { DiffSide, FileDiff } from '#features/review/contract/pull-diffs.ts';
import { Id, INT4_MAX, route } from '#platform/contract/route.ts';

const ok = z.object({ ok: z.literal(true) });

/** What has its own history: a lesson with its screens and files, a course, a path. */
export const HistoryKind = z.enum(['lesson', 'course', 'path']);
export type HistoryKind = z.infer<typeof HistoryKind>;

/** Where a version came from. `before`: what the row held when history began. */
export const VersionCause = z.enum(['before', 'page', 'git', 'merge', 'import', 'replace', 'bulk', 'restore']);
export type VersionCause = z.infer<typeof VersionCause>;

/** A part of a lesson: empty for its settings and the order of screens, else `screen:` and a uuid, `data:` or `image:` and a name. */
const Part = z.string().max(400);

/** What one save left of one part. */
const VersionPart = z.object({
  id: z.number().int(),
  part: Part,
  title: z.string(),
  change: z.enum(['added', 'changed', 'deleted']),
});
export type VersionPart = z.infer<typeof VersionPart>;

/** One save. */
export const Version = z.object({
  /** Id of its last part: everything up to this id is the state after the save. */
  id: z.number().int(),
  at: z.string(),
  /** A person, or the author of the commit; null: the product itself. */
  by: z.string().nullable(),
  cause: VersionCause,
  /** What the person typed. */
  message: z.string().nullable(),
  /** The subject of its commit, without a typed message. */
  summary: z.string().nullable(),
  commit: z.string().nullable(),
  /** The version that it restored. */
  restored_from: z.number().int().nullable(),
  parts: z.array(VersionPart),
});
export type Version = z.infer<typeof Version>;

const Versions = z.object({
  versions: z.array(Version),
  /** Sent as `before`, it leads to older ones; null: there are none. */
  next: z.number().int().nullable(),
  /** Everyone with a version here, for the filter. */
  people: z.array(z.object({ id: z.number().int(), name: z.string() })),
});
export type Versions = z.infer<typeof Versions>;

/** A part of a version beside the version that it is compared with. */
const PartDiff = z.object({
  part: Part,
  title: z.string(),
  change: z.enum(['same', 'added', 'changed', 'deleted']),
  /** The versions that are compared; null: it was not there. */
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
  files: z.array(FileDiff),
  /** The fields that differ from the current state, for restoring one of them. */
  fields: z.array(z.object({ field: z.string(), label: z.string() })),
  /** The questions that differ from the current state. */
  questions: z.array(z.object({ uuid: z.uuid(), title: z.string() })),
});
export type PartDiff = z.infer<typeof PartDiff>;

const VersionDiff = z.object({ version: Version, parts: z.array(PartDiff), is_cut: z.boolean() });
export type VersionDiff = z.infer<typeof VersionDiff>;

const WrittenLines = z.object({
  text: z.string(),
  versions: z.array(Version.pick({ id: true, at: true, by: true, cause: true, message: true })),
  /** For each line, the index of the version that wrote it. */
  lines: z.array(z.number().int()),
});
export type WrittenLines = z.infer<typeof WrittenLines>;

/** A lesson that others changed since the person's last visit. */
const LessonNews = z.object({
  lesson_id: z.number().int(),
  by: z.array(z.string()),
  count: z.number().int(),
  at: z.string(),
  /** Sent with the visit, it marks this as read. */
  last: z.number().int(),
});
export type LessonNews = z.infer<typeof LessonNews>;

const Commit = z.object({ sha: z.string(), subject: z.string(), author: z.string(), date: z.string() });

const CommitDiff = z.object({
  commit: Commit,
  files: z.array(FileDiff),
  is_cut: z.boolean(),
  /** The screens that the commit has, and what they are called: each can be restored alone. */
  screens: z.array(z.object({ folder: z.string(), title: z.string() })),
  /** False: the commit deleted it, so that there is nothing to restore. */
  can_restore: z.boolean(),
});
export type CommitDiff = z.infer<typeof CommitDiff>;

const params = z.object({ kind: HistoryKind, id: Id });
const versionParams = params.extend({ version: Id });
const commitParams = params.extend({ sha: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'A commit is given by its full id.') });
const lessonParams = z.object({ id: Id });

export const historyRoutes = {
  listVersions: route({
    method: 'GET',
    path: '/api/history/{kind}/{id}',
    summary: 'Returns the saves of a lesson, course or path, newest first; with `part` those of one part of a lesson',
    access: 'signed-in',
    forAssistants: true,
    params,
    query: z.object({
      part: Part.optional(),
      before: Id.optional(),
      by: Id.optional(),
      cause: VersionCause.optional(),
    }),
    reply: Versions,
    errors: ['not_found'],
  }),
  getVersionDiff: route({
    method: 'GET',
    path: '/api/history/{kind}/{id}/version/{version}',
    queue: 'heavy',
    summary: 'Returns what a save changed; with `against` `now` what has changed since it',
    access: 'signed-in',
    forAssistants: true,
    params: versionParams,
    query: z.object({ part: Part.optional(), against: z.enum(['before', 'now']).optional(), since: Id.optional() }),
    reply: VersionDiff,
    errors: ['not_found'],
  }),
  listEarlierCommits: route({
    method: 'GET',
    path: '/api/history/{kind}/{id}/commits',
    queue: 'heavy',
    summary: 'Returns the commits of a lesson, course or path from before its first version, newest first',
    access: 'signed-in',
    servedBy: 'git',
    params,
    reply: z.array(Commit),
    errors: ['not_found'],
  }),
  getCommitDiff: route({
    method: 'GET',
    path: '/api/history/{kind}/{id}/commit/{sha}',
    queue: 'heavy',
    summary: 'Returns what a commit changed; with `against` `now` what has changed on the branch since it',
    access: 'signed-in',
    servedBy: 'git',
    params: commitParams,
    query: z.object({ against: z.enum(['before', 'now']).optional() }),
    reply: CommitDiff,
    errors: ['not_found'],
  }),
  restoreCommit: route({
    method: 'POST',
    path: '/api/history/{kind}/{id}/commit/{sha}/restore',
    queue: 'heavy',
    summary: 'Restores a lesson, course or path as a commit has it, as a new save; with `screen` only the screen of this folder',
    access: 'signed-in',
    servedBy: 'git',
    params: commitParams,
    body: z.object({ screen: z.string().min(1).max(300).optional() }),
    reply: z.object({ screen_id: z.number().int().nullable() }),
    errors: ['not_found', 'refused', 'conflict'],
  }),
  showCommitImage: route({
    method: 'GET',
    path: '/api/history/{kind}/{id}/commit/{sha}/image',
    summary: 'Returns the bytes of an image of a lesson as a commit has it; with `side` `before` as its parent has it',
    access: 'signed-in',
    servedBy: 'git',
    params: commitParams,
    query: z.object({ path: z.string().min(1).max(1_000), side: DiffSide.optional() }),
    replyKind: 'file',
    replyType: 'image/*',
    errors: ['not_found'],
  }),
  restoreVersion: route({
    method: 'POST',
    path: '/api/history/{kind}/{id}/version/{version}/restore',
    queue: 'heavy',
    summary: 'Restores a version as a new save: all of it, one part, one field or one question',
    access: 'signed-in',
    params: versionParams,
    body: z.object({ part: Part.optional(), field: z.string().max(100).optional(), question: z.uuid().optional() }),
    reply: z.object({ screen_id: z.number().int().nullable() }),
    errors: ['not_found', 'refused', 'already_exists', 'conflict'],
  }),
  listWrittenLines: route({
    method: 'GET',
    path: '/api/history/{kind}/{id}/lines',
    queue: 'heavy',
    summary: 'Returns who wrote each line of a text',
    access: 'signed-in',
    params,
    query: z.object({ part: Part, field: z.string().min(1).max(100) }),
    reply: WrittenLines,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  showVersionFile: route({
    method: 'GET',
    path: '/api/history/{kind}/{id}/version/{version}/file',
    summary: 'Returns the bytes of a file as a version has it: an image to show it, another file for download',
    access: 'signed-in',
    params: versionParams,
    replyKind: 'file',
    errors: ['not_found', 'unavailable'],
  }),
  listLessonNews: route({
    method: 'GET',
    path: '/api/lesson-news',
    summary: 'Returns the lessons that others changed since the caller’s last visit',
    access: 'signed-in',
    reply: z.array(LessonNews),
  }),
  getLessonNews: route({
    method: 'GET',
    path: '/api/lesson/{id}/news',
    summary: 'Returns what others changed in a lesson since the caller’s last visit, newest first',
    access: 'signed-in',
    params: lessonParams,
    reply: z.object({ since: z.number().int().nullable(), last: z.number().int(), versions: z.array(Version) }),
    errors: ['not_found'],
  }),
  visitLesson: route({
    method: 'POST',
    path: '/api/lesson/{id}/visit',
    summary: 'Marks what others changed in a lesson up to a version as read',
    access: 'signed-in',
    params: lessonParams,
    body: z.object({ last: z.number().int().min(0).max(INT4_MAX) }),
    reply: ok,
    errors: ['not_found'],
  }),
};
