/**
 * What a deed is about, as the trail is filtered. A sign-in and a visit change nothing that others see, so they are no deeds: the page
 * shows them only on request.
 */
export const AUDIT_KINDS = {
  lesson: 'Lessons and screens',
  comment: 'Comments',
  release: 'Releases',
  review: 'Pull requests',
  course: 'Courses and paths',
  dataset: 'Datasets',
  publishing: 'Deploys and previews',
  person: 'People and accounts',
  installation: 'Installation',
  'sign-in': 'Sign-ins',
  visit: 'Visits',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

export const NO_DEEDS: readonly AuditKind[] = ['sign-in', 'visit'];

/** What the filter takes: one kind, or every deed. */
export const AUDIT_FILTER_KINDS = ['deeds', ...Object.keys(AUDIT_KINDS)] as readonly ('deeds' | AuditKind)[];
