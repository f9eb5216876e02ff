import type { CurriculumContent } from '#features/content-model/rules/curriculum-content.ts';
import type { CurriculumFormat } from '#features/documents/rules/curriculum-files.ts';
import type { DocumentKind } from '#platform/content/document-kind.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/** A course or a path as it is stored, without its lessons or steps, and what its release says about it. */
export interface StoredCurriculum<F = CurriculumContent['fields']> {
  id: number;
  uuid: string;
  release_id: number;
  release_name: string;
  is_main: boolean;
  /** Its release was merged and is closed. */
  is_closed: boolean;
  sequence: number;
  folder: string;
  fields: F;
  revision: number;
  updated_by: number | null;
}

/**
 * What makes courses courses, and paths paths. Everything that both have is written once and takes the kind: a number and a name, fields
 * with revisions, a release, a folder in git, the trash. Its methods are where they differ.
 */
export interface CurriculumKind<
  C extends CurriculumContent = CurriculumContent,
  Summary extends { id: number } = { id: number },
  Reply extends Summary = Summary,
> extends CurriculumFormat<C> {
  /** Its table, and its folder in the content repository. */
  readonly root: 'courses' | 'paths';
  readonly fields: DocumentKind<C['fields']>;
  /** Those that the actor may see, of every release. */
  list(handle: Handle, actor: Actor): Promise<Summary[]>;
  /** @throws AppError `not_found` */
  get(handle: Handle, actor: Actor, id: number): Promise<Reply>;
  /** A row with its lessons or steps, as its file says it. */
  contentOf(handle: Handle, row: Pick<StoredCurriculum<C['fields']>, 'id' | 'uuid' | 'sequence' | 'fields'>): Promise<C>;
  /** Makes the stored lessons or steps those of `content`. `actor` null: read from git. */
  storeItems(tx: Tx, row: Pick<StoredCurriculum, 'id' | 'release_id'>, content: C, actor: Actor | null): Promise<void>;
  /** Deletes for good what is stored of its lessons or steps outside of its row. */
  deleteItems(tx: Tx, id: number): Promise<void>;
}

/** The one that a change or a revision is about. */
export function subjectOf({ name }: Pick<CurriculumKind, 'name'>, id: number): { course_id: number } | { path_id: number } {
  return name === 'course' ? { course_id: id } : { path_id: id };
}
