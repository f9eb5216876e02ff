import { z } from 'zod';
import { CommitStatus, ReleaseErrors } from '#features/changes/contract.ts';
import { LessonNumbers } from '#features/lessons/contract/lesson-numbers.ts';
import { SkillLevel } from '#features/lessons/contract/lessons.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { commitMessage, oneLine } from '#platform/contract/one-line.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, RowId } from '#platform/contract/route.ts';

// What courses and paths share. Each is one version, as a lesson is: unique by release and number, and read only in main. The numbers
// in its lists stand for the version in its release, or else for main's.

export const titleText = z.string().trim().max(LIMITS.titleMax);
export const longText = z.string().max(LIMITS.textMax);
export const textList = z.array(z.string().max(LIMITS.messageMax)).max(100);
export const hours = z.number().min(0).nullable();
/** The number of a course, a path or a lesson. */
export const Sequence = z.number().int().min(0).max(LIMITS.sequenceMax);

/** What a row of either list has. */
export const CurriculumSummary = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  name: z.string(),
  release_id: z.number().int(),
  release_name: z.string(),
  is_main: z.boolean(),
  /** Its release was merged and is closed: nothing can be changed until it is reopened. */
  is_closed: z.boolean(),
  skill_level: SkillLevel.nullable(),
  duration: hours,
  last_updated: z.string(),
});
export type CurriculumSummary = z.infer<typeof CurriculumSummary>;

/** What a whole course or path has besides its summary and its fields. */
export const curriculumState = {
  ...ReleaseErrors.shape,
  uuid: z.string(),
  revision: z.number().int(),
  /** Null: nothing was changed here yet. */
  commit_status: CommitStatus.nullable(),
};

/** Every refused number with its reason. */
export const InvalidNumbers = z.record(z.string(), z.string());
export const NewName = oneLine(LIMITS.titleMax).min(1, 'The name cannot be empty.');
/** The revision that an edit began from; scripts may omit it. */
export const Revision = RowId.optional();
export const SwapBody = z.object({ swap_with_previous: z.boolean() });
export const EmptyBody = z.object({}).optional();

export const NewCurriculum = z.object({ sequence: Sequence, name: NewName, release_id: RowId.nullish() });
export const ImportedNumbers = z.object({
  sequences: LessonNumbers.refine((numbers) => numbers.length > 0, 'At least one number is needed.'),
  operation_id: OperationId.optional(),
});
/** A save sends some of the fields, and these. */
export const saveFields = {
  name: oneLine(LIMITS.titleMax).optional(),
  revision: Revision,
  save_message: commitMessage(LIMITS.messageMax).optional(),
};
export const CopyParams = z.object({ id: Id, releaseId: Id });
/** The numbers of what came along with a copy, because neither the other release nor main had it. */
export const Brought = z.object({ courses: z.array(Sequence), lessons: z.array(Sequence) });
export type Brought = z.infer<typeof Brought>;

/** A whole list of numbers in its order, and as it was when the edit began. */
export function numberList(max: number) {
  return z.object({ sequences: z.array(Sequence).max(max), before: z.array(Sequence).max(max) });
}
