import { displayName, listActiveUsers, type User } from '#features/accounts/server/index.ts';
import { getLessonFor, findLesson } from '#features/lesson-store/server/index.ts';
import { notifyReaders, readersAmong } from '#features/lessons/server/index.ts';
import { type StoredScreen, renderedMarkdown } from '#features/screens/server/index.ts';
import { keepMentions, mentionsIn } from '#platform/content/mentions.ts';
import { type Actor, ROLES } from '#platform/contract/roles.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { LessonPerson } from '../contract.ts';
import { listMessageRows, type CommentRow } from './queries.ts';

/** Everyone can be mentioned. */
const MENTIONED_ROLES = ROLES;

type KeyedUser = Pick<User, 'id' | 'email'>;

/** The shortest key that mentions each user, by id: the part of the address before its `@`, or the address if several share that part. */
export function mentionKeys(users: readonly KeyedUser[]): Map<number, string> {
  const shared = Map.groupBy(users, localPart);
  return new Map(users.map((user) => [user.id, shared.get(localPart(user))?.length === 1 ? localPart(user) : user.email.toLowerCase()]));
}

/** The users by everything that mentions them: their whole address always does. */
export function usersByMention(users: readonly KeyedUser[]): ReadonlyMap<string, number> {
  const keys = mentionKeys(users);
  return new Map(
    users.flatMap(({ id, email }) => [
      [email.toLowerCase(), id],
      [keys.get(id) ?? '', id],
    ]),
  );
}

function localPart({ email }: KeyedUser): string {
  return email.slice(0, email.lastIndexOf('@')).toLowerCase();
}

/** The users who may see a lesson and have joined, by name: a comment on it can mention them. */
export async function listLessonPeople({ db }: Pick<Platform, 'db'>, actor: Actor, lessonId: number): Promise<LessonPerson[]> {
  await getLessonFor(db, actor, lessonId);
  const users = await listActiveUsers(db, MENTIONED_ROLES);
  const keys = mentionKeys(users);
  const ids = new Set(
    await readersAmong(
      db,
      lessonId,
      users.map(({ id }) => id),
    ),
  );
  const people = users.filter(({ id, name }) => name !== null && ids.has(id));
  return people
    .map((user) => ({ id: user.id, name: displayName(user), key: keys.get(user.id) ?? user.email }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * Ids of the users with access that comments mention: comments on screens, and those of a review. Call it outside of transactions: it
 * renders the comments.
 */
export async function findMentioned({ db }: Pick<Platform, 'db'>, ...comments: readonly string[]): Promise<number[]> {
  const rendered = comments.map((markdown) => renderedMarkdown(markdown, { lessonId: 0, videoHosts: [], hasMentions: true }));
  const keys = (await Promise.all(rendered)).flatMap(mentionsIn);
  if (keys.length === 0) return [];
  const users = usersByMention(await listActiveUsers(db, MENTIONED_ROLES));
  return keys.flatMap((key) => users.get(key) ?? []);
}

/** Returns a function that renders a comment in which the mentions of users with access are marked. */
export function commentRenderer({
  db,
  config,
}: Pick<Platform, 'db' | 'config'>): (markdown: string, lessonId: number) => Promise<SafeHtml> {
  let users: Promise<ReadonlyMap<string, number>> | null = null;
  return async (markdown, lessonId) => {
    const html = await renderedMarkdown(markdown, { lessonId, videoHosts: config.videoHosts, hasMentions: true });
    if (mentionsIn(html).length === 0) return html;
    users ??= listActiveUsers(db, MENTIONED_ROLES).then(usersByMention);
    const known = await users;
    return keepMentions(html, (key) => known.has(key));
  };
}

interface CommentNews {
  readonly actor: Actor;
  readonly screen: Pick<StoredScreen, 'id' | 'lesson_id' | 'sequence' | 'fields'>;
  readonly comment: CommentRow;
  /** Ids of users. */
  readonly mentioned: readonly number[];
}

/** Notifies the users that a new comment mentions. */
export async function notifyOfComment(tx: Tx, platform: Platform, { comment, mentioned, ...news }: CommentNews): Promise<void> {
  await notifyAbout(tx, platform, { ...news, comment, about: `comment:${comment.id}`, text: comment.comment, mentioned, replied: [] });
}

/** Notifies the users that a message mentions, and the others who wrote in its thread. */
export async function notifyOfReply(
  tx: Tx,
  platform: Platform,
  { comment, message, ...news }: CommentNews & { message: { id: number; text: string } },
): Promise<void> {
  const wrote = (await listMessageRows(tx, [comment.id])).map(({ user_id }) => user_id);
  const replied = comment.is_from_learner ? wrote : [comment.user_id, ...wrote];
  await notifyAbout(tx, platform, { ...news, comment, about: `message:${message.id}`, text: message.text, replied });
}

async function notifyAbout(
  tx: Tx,
  platform: Platform,
  { actor, screen, comment, about, text, mentioned, replied }: CommentNews & { about: string; text: string; replied: readonly number[] },
): Promise<void> {
  const lesson = await findLesson(tx, screen.lesson_id);
  if (!lesson) return;
  const { sequence, fields } = screen;
  const details = { screen: { sequence, title: fields.title }, excerpt: text };
  const news = { about, actor, details, target: { screen_id: screen.id, comment_id: comment.id } };
  await notifyReaders(tx, platform, lesson, { ...news, kind: 'mention', to: mentioned });
  await notifyReaders(tx, platform, lesson, { ...news, kind: 'reply', to: replied });
}
