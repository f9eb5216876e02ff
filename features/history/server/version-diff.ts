import { readScreenAttached } from '#features/content-model/rules/content-documents.ts';
import { questionName } from '#features/content-model/rules/question-name.ts';
import { imageRoutes } from '#features/lesson-files/contract/images.ts';
import { findLesson } from '#features/lesson-store/server/index.ts';
import type { FileDiff } from '#features/review/contract/pull-diffs.ts';
import { orderForReview, reviewedKind } from '#features/review/rules/review-files.ts';
import { diffFiles, fileHead, shownHunks } from '#features/review/server/index.ts';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import { routeUrl } from '#platform/contract/client.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { AppError, notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PartDiff, VersionDiff } from '../contract/history.ts';
import { getVersion, requireSeen } from './list-versions.ts';
import { listChangedParts, listScreenFoldersByUuid, readParts, type Owner, type PartRow } from './queries.ts';
import { fileOf, filesOf, pathOf, screenOf, type UnversionedContent } from './version-files.ts';

type Deps = Pick<Platform, 'db' | 'blobs' | 'config'>;

/** Parts per reply; an import may have thousands. */
const PARTS_MAX = 60;
/** Larger files are not compared line by line. */
const TEXT_BYTES_MAX = 1024 * 1024;

interface Compared {
  /** Only this part. */
  readonly part?: string | undefined;
  readonly against?: 'before' | 'now' | undefined;
  /** Everything since this version, instead of one save. */
  readonly since?: number | undefined;
}

/**
 * What a save changed, what has changed since it, or what changed between two versions.
 *
 * @throws AppError `not_found`
 */
export async function getVersionDiff(
  platform: Deps,
  actor: Actor,
  owner: Owner,
  id: number,
  { part, against = 'before', since }: Compared,
): Promise<VersionDiff> {
  const { db } = platform;
  await requireSeen(db, actor, owner);
  const { version, row } = await getVersion(db, owner, id, part);
  const changed = since === undefined ? version.parts.map((each) => each.part) : await listChangedParts(db, owner, since, version.id);
  const parts = changed.slice(0, PARTS_MAX);
  const about = await surroundingsOf(db, owner);
  const now = await readParts(db, owner, { at: null, parts });
  const then = await readParts(db, owner, { at: version.id, parts });
  const [before, after] = against === 'now' ? [then, now] : [await readParts(db, owner, { at: since ?? row.first_id - 1, parts }), then];
  const diffs: PartDiff[] = [];
  for (const each of parts) {
    const sides = { before: before.get(each), after: after.get(each) };
    diffs.push({
      part: each,
      title: (sides.after ?? sides.before)?.title ?? '',
      change: changeOf(sides.before, sides.after),
      before: sides.before?.id ?? null,
      after: sides.after?.id ?? null,
      files: await diffPart(platform, owner, about, each, sides),
      ...differencesFromNow(each, then.get(each), now.get(each)),
    });
  }
  return { version, parts: diffs, is_cut: changed.length > parts.length };
}

/** What all versions have in common. @throws AppError `not_found` */
export async function surroundingsOf(db: Handle, { kind, id }: Owner): Promise<UnversionedContent> {
  if (kind === 'lesson') {
    const lesson = await findLesson(db, id);
    if (!lesson) throw notFound('lesson');
    const { uuid, sequence, fields } = lesson;
    return {
      uuid,
      sequence,
      language: fields.language,
      textLanguage: fields.text_language,
      folders: await listScreenFoldersByUuid(db, id),
    };
  }
  const table = kind === 'course' ? 'courses' : 'paths';
  const row = await db.selectFrom(table).select(['uuid', 'sequence']).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(kind);
  return { ...row, language: null, textLanguage: null, folders: new Map() };
}

function changeOf(before: PartRow | undefined, after: PartRow | undefined): PartDiff['change'] {
  const [was, is] = [before?.is_deleted === false, after?.is_deleted === false];
  if (was !== is) return is ? 'added' : 'deleted';
  return before?.id === after?.id ? 'same' : 'changed';
}

interface Sides {
  readonly before: PartRow | undefined;
  readonly after: PartRow | undefined;
}

async function diffPart(platform: Deps, owner: Owner, about: UnversionedContent, part: string, sides: Sides): Promise<FileDiff[]> {
  const before = filesOf(owner.kind, sides.before, about);
  const after = filesOf(owner.kind, sides.after, about);
  const file = fileOf(part);
  const own = file === null ? null : await diffFile(platform, pathOf(file), sides);
  const imagesAt = owner.kind === 'lesson' ? routeUrl(imageRoutes.showImage, { params: { id: owner.id, fileName: '' } }) : null;
  const diffs = await diffFiles(platform, { before, after }, { imagesAt, language: about.textLanguage });
  return orderForReview([...(own ? [own] : []), ...diffs], ({ path }) => path, [...about.folders.values()]);
}

/** A data file or image; null: its bytes are the same. */
async function diffFile(platform: Deps, path: string, { before, after }: Sides): Promise<FileDiff | null> {
  const live = (row: PartRow | undefined) => (row && !row.is_deleted ? row : undefined);
  const [old, current] = [live(before), live(after)];
  if (old?.sha256 === current?.sha256) return null;
  const size = { before: old?.size ?? null, after: current?.size ?? null };
  const kind = reviewedKind(path);
  const texts = kind === 'image' ? null : [await readText(platform, old), await readText(platform, current)];
  if (texts === null || texts.includes(undefined)) return { ...fileHead(path, size), kind, is_binary: true };
  const [was = null, is = null] = texts;
  return { ...fileHead(path, size), kind, ...(await shownHunks(was, is)) };
}

/** Null: the side doesn't have it; undefined: it is no text, too large, or not stored any more. */
async function readText({ blobs }: Pick<Deps, 'blobs'>, row: PartRow | undefined): Promise<string | null | undefined> {
  if (!row || row.sha256 === null || row.size === null) return null;
  if (row.size > TEXT_BYTES_MAX) return undefined;
  try {
    const bytes = await blobs.get(row.sha256, row.size);
    return bytes.includes(0) ? undefined : Buffer.from(bytes).toString();
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return undefined;
    throw error;
  }
}

/** What can be restored alone: fields and questions that have changed since. */
function differencesFromNow(part: string, then: PartRow | undefined, now: PartRow | undefined): Pick<PartDiff, 'fields' | 'questions'> {
  if (!then || then.is_deleted || !now || now.is_deleted || fileOf(part) !== null) return { fields: [], questions: [] };
  const [old, current] = [then.fields as Record<string, unknown>, now.fields as Record<string, unknown>];
  const fields = Object.keys(old).filter((field) => canonicalJson(old[field] ?? null) !== canonicalJson(current[field] ?? null));
  const labelled = fields.map((field) => ({ field, label: labelOf(field) }));
  if (screenOf(part) === null) return { fields: labelled, questions: [] };
  const present = new Map(readScreenAttached(now.attached).questions.map((each) => [each.uuid, canonicalJson(each)]));
  const questions = readScreenAttached(then.attached)
    .questions.filter((each) => present.get(each.uuid) !== canonicalJson(each))
    .map((each) => ({ uuid: each.uuid, title: questionName(each.question) }));
  return { fields: labelled, questions };
}

function labelOf(field: string): string {
  if (Object.hasOwn(SCREEN_FIELD_LABELS, field)) return SCREEN_FIELD_LABELS[field as keyof typeof SCREEN_FIELD_LABELS];
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
