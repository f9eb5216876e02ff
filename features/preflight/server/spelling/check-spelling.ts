import type { z } from 'zod';
import { getLessonFor, lessonContentOf } from '#features/lesson-store/server/index.ts';
import { listScreenContents } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { mayBeEnglish } from '#platform/contract/text-language.ts';
import { unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { spellingRoutes } from '../../contract/check-spelling.ts';
import { fingerprintOf } from '../../rules/fingerprint.ts';
import { MESSAGES } from '../messages.ts';
import { listAcceptedWords } from '../queries.ts';
import { checkWords, proposeWords } from './check-words.ts';

type Input = z.infer<typeof spellingRoutes.checkSpelling.body>;
type Reply = z.infer<typeof spellingRoutes.checkSpelling.reply>;

/**
 * The words that the dictionary doesn't know, that no lesson of the release accepts, and that are no names in this lesson.
 *
 * @throws AppError `not_found` for a lesson that the actor may not see; `unavailable` while the machine is too busy
 */
export async function checkSpelling(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  lessonId: number,
  { words, with_proposals }: Input,
): Promise<Reply> {
  const lesson = await getLessonFor(db, actor, lessonId);
  if (!mayBeEnglish(lesson.fields.text_language)) return [];
  const unknown = await checkWords(words);
  if (unknown === null) throw unavailable(MESSAGES.dictionaryBusy);
  const accepted = unknown.size === 0 ? new Set() : await listAcceptedWords(db, lesson.release_id);
  const found = [...unknown].flatMap(([word, meant]) => {
    const lower = word.toLowerCase();
    const fingerprint = fingerprintOf('spelling', [lower]);
    return accepted.has(fingerprint) ? [] : [{ word, lower, fingerprint, proposals: meant === null ? [] : [meant] }];
  });
  if (found.length === 0) return [];
  const content = { ...(await lessonContentOf(db, lesson)), screens: await listScreenContents(db, lessonId) };
  const lowers = found.map(({ lower }) => lower);
  const names = new Set(await requireTextTask('listNames', [content, lowers], MESSAGES.spellingTooExpensive));
  const left = found.filter(({ lower }) => !names.has(lower)).map(({ lower: _lower, ...each }) => each);
  if (!with_proposals) return left;
  const proposals = await proposeWords(left.map(({ word }) => word));
  return left.map((each) => ({ ...each, proposals: [...(proposals.get(each.word) ?? each.proposals)] }));
}
