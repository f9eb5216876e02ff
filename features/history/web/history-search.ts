import type { VersionCause } from '../contract/history.ts';

/** What a history page shows, in its address. */
export interface HistorySearch {
  /** A part of the lesson, such as `screen:` and a uuid. */
  part?: string;
  version?: number;
  /** A commit from before the first version. */
  commit?: string;
  /** A version is compared with what there is now. */
  against?: 'now';
  /** Everything since this version. */
  since?: number;
  by?: number;
  cause?: VersionCause;
  /** The text whose lines are listed with who wrote them. */
  lines?: string;
  line?: number;
}

/** How versions came, as people call it. A page is not named. */
export const CAUSES: Readonly<Record<VersionCause, string>> = {
  page: 'Saved',
  git: 'Pushed with git',
  merge: 'Merged',
  import: 'Imported',
  replace: 'Replaced',
  bulk: 'Bulk edit',
  restore: 'Restored',
  before: 'When history began',
};

function numberOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

/** Parses an address; invalid parts are ignored. */
export function parseHistorySearch(search: Record<string, unknown>): HistorySearch {
  const { part, commit, against, cause, lines } = search;
  const [version, since, by, line] = [
    numberOf(search['version']),
    numberOf(search['since']),
    numberOf(search['by']),
    numberOf(search['line']),
  ];
  return {
    ...(typeof part === 'string' && part !== '' && { part }),
    ...(version !== undefined && { version }),
    ...(typeof commit === 'string' && /^[0-9a-f]{40,64}$/.test(commit) && { commit }),
    ...(against === 'now' && { against: 'now' as const }),
    ...(since !== undefined && { since }),
    ...(by !== undefined && { by }),
    ...(typeof cause === 'string' && Object.hasOwn(CAUSES, cause) && { cause: cause as VersionCause }),
    ...(typeof lines === 'string' && lines !== '' && { lines }),
    ...(line !== undefined && { line }),
  };
}
