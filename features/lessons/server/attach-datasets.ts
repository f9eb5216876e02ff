import type { AttachedDataset } from '#features/datasets/contract/datasets.ts';
import { attachedDatasets, MESSAGES as DATASET_MESSAGES, getVersions, type DatasetLink } from '#features/datasets/server/index.ts';
import { publishLessonSaved, storeLesson, getLessonFor, getLessonToEdit, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';

/** Returns the datasets that a lesson refers to, with their versions on this server. @throws AppError `not_found` */
export async function listLessonDatasets(handle: Handle, actor: Actor, lessonId: number): Promise<AttachedDataset[]> {
  const lesson = await getLessonFor(handle, actor, lessonId);
  return attachedDatasets(handle, lesson.attached.datasets);
}

/**
 * Attaches dataset versions to a lesson, after its existing ones.
 *
 * @throws AppError `already_exists` for a dataset that is already attached or listed twice; `refused` for an archived
 * one, and for a read-only lesson.
 */
export async function attachDatasets(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  ids: readonly number[],
): Promise<AttachedDataset[]> {
  return change(platform, actor, lessonId, async (tx, links) => {
    const versions = await getVersions(tx, ids);
    const names = new Set(links.map(({ name }) => name));
    const added = new Set<string>();
    for (const { name, archived } of versions) {
      if (names.has(name)) throw alreadyExists(DATASET_MESSAGES.attachedAlready(name));
      if (added.has(name)) throw alreadyExists(DATASET_MESSAGES.attachedTwice(name));
      if (archived) throw refused(DATASET_MESSAGES.attachArchived(name));
      added.add(name);
    }
    return { links: [...links, ...versions.map(toLink)], verb: 'Attach', names: [...added] };
  });
}

/**
 * Changes an attached dataset to another of its versions. Archived datasets stay attached and can be changed too.
 *
 * @throws AppError `not_found` if the dataset isn't attached; `refused` for a version of another dataset.
 */
export async function changeDatasetVersion(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  { datasetId, versionId }: { datasetId: number; versionId: number },
): Promise<AttachedDataset[]> {
  return change(platform, actor, lessonId, async (tx, links) => {
    const [version] = await getVersions(tx, [versionId]);
    if (version?.dataset_id !== datasetId) throw refused(DATASET_MESSAGES.otherVersion);
    if (!links.some(({ name }) => name === version.name)) throw notFound('attached dataset');
    return {
      links: links.map((link) => (link.name === version.name ? toLink(version) : link)),
      verb: 'Change the version of',
      names: [version.name],
    };
  });
}

/**
 * Detaches a dataset from a lesson: by id, or by name if it doesn't exist on this server. @throws AppError `not_found`
 * if it isn't attached.
 */
export async function detachDataset(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  which: { datasetId: number } | { name: string },
): Promise<AttachedDataset[]> {
  return change(platform, actor, lessonId, async (tx, links) => {
    const attached = await attachedDatasets(tx, links);
    const isIt = (one: AttachedDataset) => ('name' in which ? one.name === which.name : one.dataset_id === which.datasetId);
    const removed = attached.find(isIt);
    if (!removed) throw notFound('attached dataset');
    return { links: links.filter(({ name }) => name !== removed.name), verb: 'Remove', names: [removed.name] };
  });
}

interface Changed {
  readonly links: DatasetLink[];
  /** For the message of the commit. */
  readonly verb: string;
  readonly names: readonly string[];
}

async function change(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  edit: (tx: Tx, links: readonly DatasetLink[]) => Promise<Changed>,
): Promise<AttachedDataset[]> {
  const { lesson, revision } = await platform.db.transaction().execute(async (tx) => {
    const before = await getLessonToEdit(tx, actor, lessonId);
    const { links, verb, names } = await edit(tx, before.attached.datasets);
    const after: StoredLesson = { ...before, attached: { ...before.attached, datasets: links } };
    const summary = `${verb} ${names.length === 1 ? 'dataset' : 'datasets'} ${names.join(', ')} in lesson ${before.sequence}`;
    const saved = await storeLesson(tx, platform, actor, before, {
      fields: before.fields,
      attached: after.attached,
      message: null,
      summary,
    });
    return { lesson: after, revision: saved };
  });
  if (revision !== null) publishLessonSaved(platform, actor, lessonId, revision);
  return attachedDatasets(platform.db, lesson.attached.datasets);
}

function toLink({ name, hash }: DatasetLink): DatasetLink {
  return { name, hash };
}
