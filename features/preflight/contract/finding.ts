import { z } from 'zod';
import { SEVERITIES } from './preflight-rules.ts';

const position = z.number().int();

/** Where a finding is: a range of a file in the lesson's folder. Lines and columns start at 1; the end is behind the last character. */
export const FindingPlace = z.object({
  /** The uuid of the screen; null: the lesson itself. */
  screen: z.string().nullable(),
  /** Relative to the folder of the lesson. */
  file: z.string(),
  /** The field of the screen that the file holds, `questions` or `skills`; null: settings. */
  field: z.string().nullable(),
  line: position,
  column: position,
  end_line: position,
  end_column: position,
});
export type FindingPlace = z.infer<typeof FindingPlace>;

/** Something that preflight found in a lesson. */
export const Finding = z.object({
  rule: z.string(),
  severity: z.enum(SEVERITIES),
  place: FindingPlace,
  /** One sentence. */
  message: z.string(),
  /** Made of the rule, the screen and the text at the place: another text there is another finding. */
  fingerprint: z.string(),
  /** What a click would do about it; null: only an author can. */
  fix: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;
