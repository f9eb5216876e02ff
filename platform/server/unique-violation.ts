import { alreadyExists, type AppError } from './errors.ts';

/** PostgreSQL's code for a row that a unique index forbids. */
const UNIQUE_VIOLATION = '23505';

/**
 * What a caller reads, by unique index of names, numbers and states that people choose. Actions look first and name what is in the way;
 * these texts are for a call that lost against another one at the same moment.
 */
export const UNIQUE_TEXTS = {
  builds_open: 'A build of this lesson’s packages is running already.',
  courses_folder: 'A course of this release has this folder already.',
  courses_sequence: 'A course of this release has this number already.',
  datasets_name: 'A dataset has this name already.',
  deploys_open: 'A deploy of this lesson is running already.',
  identities_pkey: 'This account of the sign-in provider is connected already.',
  identities_user: 'This account is connected to the sign-in provider already.',
  lesson_files_lesson_id_kind_file_name_key: 'The lesson has a file of this name already.',
  lessons_sequence: 'A lesson of this release has this number already.',
  paths_folder: 'A path of this release has this folder already.',
  paths_sequence: 'A path of this release has this number already.',
  pull_requests_open: 'The release has an open pull request already.',
  rehearsals_release_id_key: 'A rehearsal has made this release already.',
  releases_branch: 'A release uses this branch already.',
  releases_drafts: 'These drafts exist already.',
  releases_one_main: 'The main release exists already.',
  saved_views_name: 'You already have a saved view of this name.',
  screen_tests_slug: 'The screen has a test of this name already.',
  second_factors_credential_id_key: 'This passkey is registered already.',
  user_groups_name: 'A group has this name already.',
  users_email: 'An account has this address already.',
} as const satisfies Readonly<Record<string, string>>;

const OTHERWISE = 'Another call has just saved the same. Reload the page to see it.';

/** Whether a statement failed because it would store something twice. */
export function isUniqueViolation(error: unknown): error is Error & { readonly constraint?: string } {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}

/** The failure of an insert that skips what a unique index forbids. */
export function alreadyStored(index: keyof typeof UNIQUE_TEXTS): AppError {
  return alreadyExists(UNIQUE_TEXTS[index]);
}

/** The reply to a call that would store something twice; null for every other failure. */
export function fromUniqueViolation(error: Error): AppError | null {
  if (!isUniqueViolation(error)) return null;
  const texts: Readonly<Record<string, string>> = UNIQUE_TEXTS;
  return alreadyExists(texts[error.constraint ?? ''] ?? OTHERWISE);
}
