import { z } from 'zod';
import { Email } from '#features/accounts/contract/credentials.ts';
import { canBeDue, DUE_OUTSIDE } from './planning.policy.ts';

export const StageName = z.enum(['planned', 'writing', 'reviewing', 'ready']);

/** The day of a due date, as `2026-12-31`. */
export const DueDate = z.iso.date('Enter a date as year-month-day.').refine(canBeDue, DUE_OUTSIDE);

/** Who works on a lesson and until when, as authors set it. */
export const PlanningFields = z.object({
  /** Whose work the lesson is, by email address. */
  owner: Email.nullable(),
  /** Who reviews it, by email address. */
  reviewer: Email.nullable(),
  due: DueDate.nullable(),
  stage: StageName.nullable(),
});

/** The planning of a version in lists, as it was stored. */
export const StoredPlanning = z.object({
  owner: z.string().nullable(),
  reviewer: z.string().nullable(),
  /** Null also if that work is finished: the lesson is published, or these are still those of the published lesson. */
  due: z.string().nullable(),
  stage: StageName.nullable(),
});
