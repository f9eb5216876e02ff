import { z } from 'zod';
import { INT4_MAX, Id, route } from '#platform/contract/route.ts';
import { AUDIT_FILTER_KINDS } from './audit-kinds.ts';

/** Default and maximum number of lines per page. */
export const AUDIT_PAGE = { size: 50, max: 200 } as const;

/** A part of a sentence; a link leads to a page of the product. */
const SentencePart = z.object({ text: z.string(), link: z.string().nullable() });
export type SentencePart = z.infer<typeof SentencePart>;

/** One line of the audit trail: who, what, to what, when, from where. */
export const AuditLine = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Null: the caller was signed out, or the server itself acted. */
  person: z.object({ id: z.number().int(), name: z.string(), email: z.string() }).nullable(),
  /** Noun and verb, for programs: `lesson.save`. */
  action: z.string(),
  /** What such actions do, for people: `Saved a lesson`. */
  text: z.string(),
  /** Who did what to what: `Ada saved lesson 3 “Loops”`. */
  sentence: z.array(SentencePart),
  /** A page of the product that shows what was changed; null: there is none. */
  change: z.string().nullable(),
  /** What the entry is about, as the filter `thing` takes it; null: nothing in particular. */
  thing: z.string().nullable(),
  /** What it was done to, for people; null: nothing in particular. */
  subject: z.string().nullable(),
  /** A page of the product that shows it; null: there is none, or it is gone. */
  link: z.string().nullable(),
  release: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Network address, or another origin such as `command line`. */
  address: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditLine = z.infer<typeof AuditLine>;

const Moment = z.iso.date().optional();

/** Filters, all of which must match. */
export const AuditFilter = z.object({
  /** A lesson's number, in any release. */
  lesson: z.coerce.number().int().min(0).max(INT4_MAX).optional(),
  /** Id of a person. */
  person: Id.optional(),
  /** Id of a release. */
  release: Id.optional(),
  /** One thing: `dataset:3`, `screen:7`, or the address of a person. */
  thing: z.string().min(1).max(320).optional(),
  /** What it is about. `deeds`: everything but sign-ins and visits. */
  kind: z.enum(AUDIT_FILTER_KINDS).optional(),
  /** An action, or the noun before its dot. */
  action: z
    .string()
    .regex(/^[A-Za-z-]{1,50}(\.[A-Za-z-]{1,50})?$/, 'An action is a noun and a verb, such as lesson.save.')
    .optional(),
  /** First and last day, as calendar dates in UTC. */
  from: Moment,
  to: Moment,
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const auditRoutes = {
  listAudit: route({
    method: 'GET',
    path: '/api/audit',
    summary: 'Returns who did what, when and from where, newest first. `before` is the `next` of the previous page',
    access: 'people',
    query: AuditFilter.extend({
      before: Id.optional(),
      limit: z.coerce.number().int().min(1).max(AUDIT_PAGE.max).default(AUDIT_PAGE.size),
    }),
    /** `next`: null on the last page. */
    reply: z.object({ lines: z.array(AuditLine), next: z.number().int().nullable() }),
  }),
  listAuditChoices: route({
    method: 'GET',
    path: '/api/audit/choices',
    summary: 'Returns the people, releases and actions in the audit trail',
    access: 'people',
    reply: z.object({
      people: z.array(z.object({ id: z.number().int(), name: z.string() })),
      releases: z.array(z.object({ id: z.number().int(), name: z.string() })),
      actions: z.array(z.object({ action: z.string(), text: z.string() })),
    }),
  }),
  exportAudit: route({
    method: 'GET',
    path: '/api/audit.csv',
    summary: 'Returns all matching lines as CSV',
    access: 'people',
    query: AuditFilter,
    replyKind: 'file',
    replyType: 'text/csv',
  }),
};
