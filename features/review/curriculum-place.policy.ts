// Pages load this first, so it imports no schema.

/** `courses/10-first-steps`: the folder of a course or path from the root of the repository. */
export const CURRICULUM_PLACE = /^(?:courses|paths)\/[^/]{1,300}$/;

const ROOTS = { course: 'courses', path: 'paths' } as const;

export function curriculumPlace({ kind, folder }: { readonly kind: keyof typeof ROOTS; readonly folder: string }): string {
  return `${ROOTS[kind]}/${folder}`;
}
