import type { PreviewCheck } from '#contract/previews.ts';
import type { TerminalVerdict } from '#server/running/index.ts';
import type { Submitted } from './grade-assessment.ts';
import { MESSAGES } from './messages.ts';

/** A terminal's verdict as sent to its learner and as an assessment counts it. */
export function terminalVerdict({ success, value, custom }: TerminalVerdict): {
  told: { is_correct: boolean; checks: PreviewCheck[] };
  submitted: Submitted;
} {
  const checks: PreviewCheck[] = [];
  if (value.enabled) checks.push({ pass: value.success === true, feedback: value.feedback, hints: [] });
  // The traceback of a broken check would reveal what it looks for.
  if (custom.error !== null) checks.push({ pass: false, feedback: MESSAGES.lessonMistake, hints: [] });
  const counted = custom.results.filter(({ counts }) => counts !== false);
  for (const { pass, feedback, hints } of counted) {
    checks.push({ pass, feedback: pass ? null : (feedback ?? MESSAGES.notRight), hints: pass ? [] : hints });
  }
  const skills = counted.flatMap(({ tag_id, pass }) => (tag_id ? [{ name: tag_id, correct: pass }] : []));
  return { told: { is_correct: success, checks }, submitted: { isRight: success, skills } };
}
