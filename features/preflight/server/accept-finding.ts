import { editLesson, requireEditableLesson } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { canAccept } from '../contract/preflight.ts';
import { fingerprintOf } from '../rules/fingerprint.ts';
import { MESSAGES } from './messages.ts';
import { listLessonFindings } from './release-preflight.ts';

/**
 * Accepts a finding: it stays in the list of accepted ones until its place changes. The reason is content, in `preflight.yaml`.
 * What was accepted about places that are gone is removed on the way, except for words: other lessons may use them.
 *
 * @throws AppError `refused` if the place has changed, for what can't be accepted, and for a read-only lesson.
 */
export async function acceptFinding(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  { fingerprint, reason, word }: { fingerprint: string; reason: string; word?: string | undefined },
): Promise<void> {
  await requireEditableLesson(platform, actor, lessonId);
  const findings = await listLessonFindings(platform, actor, lessonId);
  const finding = findings.find((each) => each.fingerprint === fingerprint) ?? findingOfWord(word, fingerprint);
  if (!finding) throw refused(MESSAGES.changed);
  if (!canAccept(finding.rule)) throw refused(MESSAGES.notAcceptable);
  const present = new Set(findings.map((each) => each.fingerprint));
  const added = { fingerprint, rule: finding.rule, file: finding.place.file, reason };
  await editLesson(platform, actor, lessonId, async (lesson) => {
    const others = lesson.attached.accepted.filter(
      (each) => each.fingerprint !== fingerprint && (present.has(each.fingerprint) || each.rule === 'spelling'),
    );
    const accepted = [...others, added].toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
    return {
      fields: lesson.fields,
      attached: { ...lesson.attached, accepted },
      summary: `Accept a finding in lesson ${lesson.sequence}: ${finding.rule}`,
    };
  });
}

/** A word of a text that isn't saved yet. Null: it isn't the one of this fingerprint. */
function findingOfWord(word: string | undefined, fingerprint: string) {
  if (word === undefined || fingerprintOf('spelling', [word.toLowerCase()]) !== fingerprint) return null;
  return { rule: 'spelling', place: { file: 'lesson.yaml' } } as const;
}

/** Shows an accepted finding again. @throws AppError `refused` if it isn't accepted. */
export async function reopenFinding(platform: Platform, actor: Actor, lessonId: number, fingerprint: string): Promise<void> {
  await editLesson(platform, actor, lessonId, async (lesson) => {
    const accepted = lesson.attached.accepted.filter((each) => each.fingerprint !== fingerprint);
    if (accepted.length === lesson.attached.accepted.length) throw refused(MESSAGES.notAccepted);
    return {
      fields: lesson.fields,
      attached: { ...lesson.attached, accepted },
      summary: `Show a finding again in lesson ${lesson.sequence}`,
    };
  });
}
