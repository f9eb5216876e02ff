import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { shorten } from '#platform/contract/shorten.ts';

/** The first difference between a submission and the answer, as a sentence. */
export interface Difference {
  /** With the value of the answer. */
  readonly text: string;
  /** Without: for learners who are not shown the answer. */
  readonly hidden: string;
}

/** A difference that names nothing of the answer needs one text. */
export function difference(text: string, hidden: string = text): Difference {
  return { text, hidden };
}

/** The feedback of a check that found a difference, cut to a length; null: it passed. */
export function feedbackOf(found: Difference | null, most = Infinity): Pick<CheckResult, 'feedback' | 'feedback_without_answer'> {
  if (found === null) return { feedback: null };
  const feedback = shorten(found.text, most);
  return found.hidden === found.text ? { feedback } : { feedback, feedback_without_answer: shorten(found.hidden, most) };
}
