import { readLessonAttached, readScreenAttached } from '#features/content-model/rules/content-documents.ts';
import { LESSON_FIELDS, SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import type { QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { COURSES, PATHS, replaceCurriculum } from '#features/curricula/server/index.ts';
import { editLesson, requireEditableLesson } from '#features/lesson-store/server/index.ts';
import { fileSummary, writeFiles } from '#features/lessons/server/index.ts';
import { setOrigin } from '#features/revisions/server/index.ts';
import { listStoredScreens, screenSummary, writeScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { getVersion, requireSeen } from './list-versions.ts';
import { MESSAGES } from './messages.ts';
import { readParts, type Owner, type PartRow } from './queries.ts';
import { surroundingsOf } from './version-diff.ts';
import { curriculumContent, fileOf, screenContent, screenOf, toFile } from './version-files.ts';
import { restoredLesson, reviveScreen, writeWholeLesson } from './write-restored.ts';

/** What of a version is restored; all of it when omitted. */
interface Wanted {
  readonly part?: string | undefined;
  readonly field?: string | undefined;
  readonly question?: string | undefined;
}

/**
 * Restores a version, or a part of it, as a new save: nothing is rewritten. What has been deleted since is created again, with its comments
 * while it is in the trash. Returns the screen that was restored.
 *
 * @throws AppError `not_found`; `refused` if it is read-only, or a version has nothing to restore.
 */
export async function restoreVersion(
  platform: Platform,
  actor: Actor,
  owner: Owner,
  id: number,
  wanted: Wanted,
): Promise<{ screen_id: number | null }> {
  const { db } = platform;
  await requireSeen(db, actor, owner);
  if (owner.kind === 'lesson') await requireEditableLesson(platform, actor, owner.id);
  const { version } = await getVersion(db, owner, id, wanted.part);
  const from = { owner, version: version.id, part: wanted.part ?? '' };
  if (owner.kind !== 'lesson') await restoreCurriculum(platform, actor, from, wanted);
  else if (wanted.part === undefined) await restoreLesson(platform, actor, from);
  else if (screenOf(wanted.part) !== null) return { screen_id: await restoreScreen(platform, actor, from, wanted) };
  else if (fileOf(wanted.part) === null) await restoreSettings(platform, actor, from, wanted);
  else await restoreFile(platform, actor, from);
  return { screen_id: null };
}

interface From {
  readonly owner: Owner;
  readonly version: number;
  readonly part: string;
}

/** The part as the version has it; what the rest of the transaction writes is marked as restored. */
async function beginRestore(tx: Tx, { owner, version, part }: From): Promise<PartRow> {
  const row = (await readParts(tx, owner, { at: version, parts: [part] })).get(part);
  if (!row) throw notFound('version');
  if (row.is_deleted) throw refused(MESSAGES.isDeletion);
  await setOrigin(tx, { cause: 'restore', restored_from: version });
  return row;
}

async function restoreScreen(platform: Platform, actor: Actor, from: From, wanted: Wanted): Promise<number> {
  const lessonId = from.owner.id;
  const uuid = screenOf(from.part) ?? '';
  const live = (await listStoredScreens(platform.db, lessonId)).find((screen) => screen.uuid === uuid);
  if (!live)
    return reviveScreen(platform, actor, lessonId, uuid, async (tx) => {
      const row = await beginRestore(tx, from);
      return screenContent(row, uuid, row.folder ?? '');
    });
  await writeScreen(platform, actor, { lessonId, screenId: live.id }, async (tx, screen, lesson) => {
    const { fields, attached } = await beginRestore(tx, from);
    return {
      ...restored(screen, { fields: SCREEN_FIELDS.read(fields), attached: readScreenAttached(attached) }, wanted),
      message: null,
      summary: screenSummary('Restore', screen, lesson),
    };
  });
  return live.id;
}

type Content = Pick<ScreenContent, 'fields'> & { attached: ReturnType<typeof readScreenAttached> };

/** A screen with what is wanted of an earlier version of it. */
function restored(screen: Content, old: Content, { field, question }: Wanted): Content {
  if (question !== undefined) return { fields: screen.fields, attached: withQuestion(screen.attached, old.attached, question) };
  if (field === undefined) return old;
  if (!Object.hasOwn(old.fields, field)) throw notFound('field');
  return { fields: { ...screen.fields, [field]: old.fields[field as keyof typeof old.fields] }, attached: screen.attached };
}

/** A question that is gone returns to its place. It and its options name only skills that the screen has. */
function withQuestion(attached: Content['attached'], old: Content['attached'], uuid: string): Content['attached'] {
  const at = old.questions.findIndex((each) => each.uuid === uuid);
  const question = old.questions[at];
  if (!question) throw notFound('question');
  const skills = new Set(attached.skills.map((skill) => skill.uuid));
  const present = <T extends { skill_uuid: string | null }>(item: T): T => ({
    ...item,
    skill_uuid: item.skill_uuid !== null && skills.has(item.skill_uuid) ? item.skill_uuid : null,
  });
  const own: QuestionContent = { ...present(question), options: question.options.map(present) };
  const isHere = attached.questions.some((each) => each.uuid === uuid);
  const questions = isHere ? attached.questions.map((each) => (each.uuid === uuid ? own : each)) : attached.questions.toSpliced(at, 0, own);
  return { ...attached, questions };
}

async function restoreSettings(platform: Platform, actor: Actor, from: From, { field }: Wanted): Promise<void> {
  await editLesson(platform, actor, from.owner.id, async (lesson, tx) => {
    const row = await beginRestore(tx, from);
    const old = LESSON_FIELDS.read(row.fields);
    if (field !== undefined && !Object.hasOwn(old, field)) throw notFound('field');
    // The code of the screens is in the language that the lesson has now.
    if (field === 'language') throw refused(MESSAGES.language);
    const fields =
      field === undefined ? { ...old, language: lesson.fields.language } : { ...lesson.fields, [field]: old[field as keyof typeof old] };
    const attached = field === undefined ? readLessonAttached(row.attached) : lesson.attached;
    return { fields, attached, summary: `Restore lesson ${lesson.sequence}: ${fields.title}` };
  });
}

async function restoreFile(platform: Platform, actor: Actor, from: From): Promise<void> {
  await writeFiles(platform, actor, from.owner.id, async (tx, lesson, files) => {
    const file = toFile(await beginRestore(tx, from));
    if (!file) throw notFound('version');
    const others = files.filter((other) => other.kind !== file.kind || other.file_name !== file.file_name);
    const isFirstTaken = others.some(({ settings }) => settings['display_first'] === true);
    const settings = isFirstTaken && file.settings['display_first'] === true ? { ...file.settings, display_first: false } : file.settings;
    return {
      files: [...others, { ...file, settings }],
      action: `${file.kind}-file.restore`,
      file_name: file.file_name,
      summary: fileSummary('Restore', file, 'of', lesson),
    };
  });
}

async function restoreLesson(platform: Platform, actor: Actor, from: From): Promise<void> {
  await writeWholeLesson(platform, actor, from.owner.id, async (tx, { sequence }) => {
    const row = await beginRestore(tx, from);
    const parts = await readParts(tx, from.owner, { at: from.version });
    const screens = (row.screen_order ?? []).flatMap((uuid) => {
      const screen = parts.get(`screen:${uuid}`);
      return screen ? [screenContent(screen, uuid, screen.folder ?? '')] : [];
    });
    const files = [...parts.values()].flatMap((part) => toFile(part) ?? []);
    const fields = LESSON_FIELDS.read(row.fields);
    const recorded = restoredLesson(sequence, fields.title, { restored_from: from.version });
    return { fields, attached: readLessonAttached(row.attached), screens, files, ...recorded };
  });
}

async function restoreCurriculum(platform: Platform, actor: Actor, from: From, { field }: Wanted): Promise<void> {
  const { kind, id } = from.owner;
  const about = await surroundingsOf(platform.db, from.owner);
  const pick = <C extends { fields: object }>(before: C, old: C): C => {
    if (field === undefined) return old;
    if (!Object.hasOwn(old.fields, field)) throw notFound('field');
    return { ...before, fields: { ...before.fields, [field]: (old.fields as Record<string, unknown>)[field] } };
  };
  if (kind === 'course')
    await replaceCurriculum(platform, actor, COURSES, id, async (tx, before) =>
      pick(before, curriculumContent('course', await beginRestore(tx, from), about)),
    );
  else
    await replaceCurriculum(platform, actor, PATHS, id, async (tx, before) =>
      pick(before, curriculumContent('path', await beginRestore(tx, from), about)),
    );
}
