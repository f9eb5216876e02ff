import { z } from 'zod';
import { INT4_MAX, Id, route } from './route.ts';

/** Lines of the audit trail that are sent at once, and at most. */
export const AUDIT_PAGE = { size: 50, max: 200 } as const;

/** One line of the audit trail (product §9): who, what, to what, when, from where. */
export const AuditLine = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Null: nobody who was signed in, such as the product itself. */
  person: z.object({ id: z.number().int(), name: z.string(), email: z.string() }).nullable(),
  /** Noun and verb, for programs: `lesson.save`. */
  action: z.string(),
  /** The same in words: `Saved the lesson`. */
  text: z.string(),
  /** What it was done to, in words; null: nothing in particular. */
  subject: z.string().nullable(),
  /** Where that is in the product; null: nowhere, or not any more. */
  link: z.string().nullable(),
  release: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Network address, or what stands for it: `command line`. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditLine = z.infer<typeof AuditLine>;

const Moment = z.iso.date().optional();

/** What is looked for; all of it together. */
export const AuditFilter = z.object({
  /** A lesson's number, in whatever release. */
  lesson: z.coerce.number().int().min(0).max(INT4_MAX).optional(),
  /** Id of a person. */
  person: Id.optional(),
  /** Id of a release. */
  release: Id.optional(),
  /** An action, or the noun before its dot. */
  action: z
    .string()
    .regex(/^[A-Za-z-]{1,50}(\.[A-Za-z-]{1,50})?$/, 'An action is a noun and a verb: lesson.save')
    .optional(),
  /** First and last day, as dates of the calendar in UTC. */
  from: Moment,
  to: Moment,
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const auditRoutes = {
  listAudit: route({
    method: 'GET',
    path: '/api/audit',
    summary: 'Who did what, when and from where; newest first. `before` is the `next` of the page before',
    access: 'staff',
    query: AuditFilter.extend({
      before: Id.optional(),
      limit: z.coerce.number().int().min(1).max(AUDIT_PAGE.max).default(AUDIT_PAGE.size),
    }),
    /** `next`: null when there is nothing older. */
    reply: z.object({ lines: z.array(AuditLine), next: z.number().int().nullable() }),
  }),
  listAuditChoices: route({
    method: 'GET',
    path: '/api/audit/choices',
    summary: 'The people, releases and actions that the audit trail holds',
    access: 'staff',
    reply: z.object({
      people: z.array(z.object({ id: z.number().int(), name: z.string() })),
      releases: z.array(z.object({ id: z.number().int(), name: z.string() })),
      actions: z.array(z.object({ action: z.string(), text: z.string() })),
    }),
  }),
  exportAudit: route({
    method: 'GET',
    path: '/api/audit.csv',
    summary: 'What is filtered, all of it, as CSV',
    access: 'staff',
    query: AuditFilter,
    replyKind: 'file',
    replyType: 'text/csv',
  }),
};
