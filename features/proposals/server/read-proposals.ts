import { getUser } from '#features/accounts/server/index.ts';
import type { Files, LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { writeScreen } from '#features/documents/rules/write-screen.ts';
import { imageRoutes } from '#features/lesson-files/contract/images.ts';
import { asEditable, findLessons, getLessonFor, listSeenLessonIds, mayEditLesson } from '#features/lesson-store/server/index.ts';
import type { FileDiff } from '#features/review/contract/pull-diffs.ts';
import { orderForReview } from '#features/review/rules/review-files.ts';
import { diffFiles } from '#features/review/server/index.ts';
import { routeUrl } from '#platform/contract/client.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { AppError, invalid } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Proposal, ProposalDetails } from '../contract.ts';
import { getProposalFor } from './access.ts';
import { contentOfScreen, withChange, readSubject, type EditedLesson } from './edited-lesson.ts';
import { MESSAGES } from './messages.ts';
import { listProposalRows, toProposal, type ProposalRow } from './queries.ts';

interface Listed {
  readonly of: 'mine' | 'lesson' | 'waiting';
  readonly lesson_id?: number | undefined;
  readonly all: boolean;
}

/** Proposals of the actor, of a lesson (all if they may edit it, else their own), or on lessons that they own. @throws AppError `not_found` */
export async function listProposals({ db }: Pick<Platform, 'db'>, actor: Actor, { of, lesson_id, all }: Listed): Promise<Proposal[]> {
  const rows = async (): Promise<ProposalRow[]> => {
    if (of === 'mine') return listProposalRows(db, { sent_by: actor.id, all });
    if (of === 'waiting') return listWaiting(db, actor, all);
    if (lesson_id === undefined) throw invalid([{ path: 'lesson_id', message: MESSAGES.needsLesson }]);
    await getLessonFor(db, actor, lesson_id);
    const isEditable = await mayEditLesson(db, actor, lesson_id);
    return listProposalRows(db, { lesson_id, all, ...(isEditable ? {} : { sent_by: actor.id }) });
  };
  return (await rows()).map((row) => toProposal(row, actor));
}

/** The open proposals on lessons that a person owns and may edit. */
export async function listWaitingProposals(handle: Handle, actor: Actor): Promise<Proposal[]> {
  return (await listWaiting(handle, actor, false)).map((row) => toProposal(row, actor));
}

async function listWaiting(handle: Handle, actor: Actor, all: boolean): Promise<ProposalRow[]> {
  const { email } = await getUser(handle, actor.id);
  const rows = await listProposalRows(handle, { owner: email, all });
  const seen = await listSeenLessonIds(handle, actor, [...new Set(rows.map(({ lesson_id }) => lesson_id))]);
  const lessons = await findLessons(handle, [...seen]);
  const editable = new Set(lessons.filter((lesson) => asEditable(actor, lesson) !== null).map(({ id }) => id));
  return rows.filter(({ lesson_id }) => editable.has(lesson_id));
}

/** A proposal with what it would change now. One that is decided, or can't be merged, has no files. @throws AppError `not_found` */
export async function getProposal(platform: Pick<Platform, 'db' | 'config'>, actor: Actor, id: number): Promise<ProposalDetails> {
  const row = await getProposalFor(platform, actor, id);
  return { ...toProposal(row, actor), files: row.state === 'open' && row.screen_deleted_at === null ? await diffNow(platform, row) : [] };
}

async function diffNow(platform: Pick<Platform, 'db' | 'config'>, row: ProposalRow): Promise<FileDiff[]> {
  const subject = await readSubject(platform.db, row);
  try {
    const edited = await withChange(platform.db, subject, row);
    const imagesAt = routeUrl(imageRoutes.showImage, { params: { id: row.lesson_id, fileName: '' } });
    const shown = { imagesAt, language: subject.lesson.fields.text_language };
    const files = await diffFiles(platform, { before: filesOf(subject), after: filesOf(edited) }, shown);
    return orderForReview(files, ({ path }) => path, subject.screen ? [subject.screen.folder] : []);
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** What a proposal is about, as the files that git has of it. */
function filesOf(edited: EditedLesson): Files {
  const screen = contentOfScreen(edited);
  const { content } = edited;
  if (screen === null) return textsOf(content);
  const files = new Map<string, Uint8Array>();
  const { language } = content.fields;
  writeScreen(files, { screen: undefined, language: null }, { screen, language });
  return files;
}

function textsOf(content: LessonContent): Files {
  return writeLesson({ ...content, screens: [], data_files: [], images: [] });
}
