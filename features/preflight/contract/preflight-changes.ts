import { z } from 'zod';
import { textsWith } from '#features/screens/contract/screen-texts.ts';
import { RunsAfter } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { INT4_MAX } from '#platform/contract/route.ts';

const text = z.string().max(LIMITS.textMax);
const screen = z.guid().toLowerCase();
const hash = z.string().regex(/^[0-9a-f]{4,64}$/);
const index = z.number().int().min(0).max(INT4_MAX);

const Choice = z.object({ label: text, feedback_message: text, valid: z.boolean(), skill_uuid: z.guid().toLowerCase().nullable() });

/** The texts of a screen that a fix may change. */
export const FIXED_TEXTS = textsWith({ preflight: 'fixable' });

/** One step of a fix. Each says what it expects, so that it never changes anything else, and can be reversed. */
export const PreflightChange = z.discriminatedUnion('kind', [
  /** Replaces `remove` at an offset of a text. */
  z.object({ kind: z.literal('text'), screen, field: z.enum(FIXED_TEXTS), at: index, remove: text, insert: text }),
  /** Removes or inserts a choice of a question. */
  z.object({ kind: z.literal('choice'), screen, question: screen, index, remove: Choice.nullable(), insert: Choice.nullable() }),
  z.object({
    kind: z.literal('select-type'),
    screen,
    question: screen,
    from: z.enum(['single', 'multiple']),
    to: z.enum(['single', 'multiple']),
  }),
  z.object({ kind: z.literal('check-output'), screen, from: z.boolean(), to: z.boolean() }),
  z.object({ kind: z.literal('initially-passing'), screen, from: z.boolean(), to: z.boolean() }),
  z.object({ kind: z.literal('runs-after'), screen, from: RunsAfter, to: RunsAfter }),
  z.object({ kind: z.literal('starts-from'), screen, from: screen.nullable(), to: screen.nullable() }),
  z.object({ kind: z.literal('custom-checks'), from: z.boolean(), to: z.boolean() }),
  z.object({ kind: z.literal('dataset'), name: z.string().min(1).max(300), from: hash, to: hash }),
  /** Moves a file to the trash, from where it is restored. */
  z.object({ kind: z.literal('delete-file'), of: z.enum(['image', 'data']), name: z.string().min(1).max(255) }),
  z.object({ kind: z.literal('related-lessons'), from: z.array(index).max(500), to: z.array(index).max(500) }),
]);
export type PreflightChange = z.infer<typeof PreflightChange>;
