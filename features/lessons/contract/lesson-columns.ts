import type { LessonColumns, LessonRow } from './lessons.ts';

// Packs the lessons list into columns and back. Pages load this first, so it imports no schema.

/** Deduplicates values that many rows share, and assigns each an index. */
class Shared<T> {
  readonly values: T[] = [];
  readonly #indexes = new Map<unknown, number>();

  /** Returns the index of a value; equal keys mean equal values. */
  indexOf(value: T, key: unknown = value): number {
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.values.push(value) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }
}

/** Packs rows of the lessons list into columns, in order: a fifth of the bytes. */
export function packLessons(rows: readonly LessonRow[]): LessonColumns {
  const types = new Shared<LessonRow['type']>();
  const authors = new Shared<string>();
  const languages = new Shared<LessonRow['language']>();
  const releases = new Shared<LessonColumns['releases'][number]>();
  const release_statuses = new Shared<LessonRow['release_status']>();
  const main_states = new Shared<LessonRow['main_state']>();
  const review_statuses = new Shared<string | null>();
  const plannings = new Shared<LessonColumns['plannings'][number]>();
  return {
    id: rows.map((row) => row.id),
    sequence: rows.map((row) => row.sequence),
    title: rows.map((row) => row.title),
    type: rows.map((row) => types.indexOf(row.type)),
    author: rows.map((row) => authors.indexOf(row.author)),
    language: rows.map((row) => languages.indexOf(row.language)),
    release: rows.map((row) => {
      const { release_id: id, release_name: name, is_main, is_own_drafts, is_closed } = row;
      return releases.indexOf({ id, name, is_main, is_own_drafts, is_closed }, id);
    }),
    release_status: rows.map((row) => release_statuses.indexOf(row.release_status)),
    main_state: rows.map((row) => main_states.indexOf(row.main_state)),
    review_status: rows.map((row) => review_statuses.indexOf(row.review_status)),
    is_latest: rows.map((row) => (row.is_latest ? 1 : 0)),
    is_shallow_import: rows.map((row) => (row.is_shallow_import ? 1 : 0)),
    last_updated: rows.map((row) => row.last_updated),
    revision: rows.map((row) => row.revision),
    planning: rows.map(({ owner, reviewer, due, stage }) =>
      plannings.indexOf({ owner, reviewer, due, stage }, [owner, reviewer, due, stage].join('\n')),
    ),
    types: types.values,
    authors: authors.values,
    languages: languages.values,
    releases: releases.values,
    release_statuses: release_statuses.values,
    main_states: main_states.values,
    review_statuses: review_statuses.values,
    plannings: plannings.values,
  };
}

/** Reverses {@link packLessons}. */
export function unpackLessons(columns: LessonColumns): LessonRow[] {
  return columns.id.map((id, row) => {
    const type = shared(columns.types, columns.type, row);
    const language = shared(columns.languages, columns.language, row);
    const release = shared(columns.releases, columns.release, row);
    return {
      id,
      sequence: at(columns.sequence, row),
      type,
      is_assessment: type === 'assessment',
      title: at(columns.title, row),
      author: shared(columns.authors, columns.author, row),
      language,
      has_runner: language !== null,
      release_id: release.id,
      release_name: release.name,
      release_status: shared(columns.release_statuses, columns.release_status, row),
      main_state: shared(columns.main_states, columns.main_state, row),
      review_status: shared(columns.review_statuses, columns.review_status, row),
      is_main: release.is_main,
      is_own_drafts: release.is_own_drafts,
      is_closed: release.is_closed,
      is_latest: at(columns.is_latest, row) === 1,
      is_shallow_import: at(columns.is_shallow_import, row) === 1,
      last_updated: at(columns.last_updated, row),
      revision: at(columns.revision, row),
      ...shared(columns.plannings, columns.planning, row),
    };
  });
}

function shared<T>(values: readonly T[], indexes: readonly number[], row: number): T {
  return at(values, at(indexes, row));
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`The lessons list has no shared value at index ${index}.`);
  return value;
}
