import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { PREFLIGHT_RULES } from '../contract/preflight-rules.ts';
import type { LessonReport } from '../rules/check-lesson.ts';
import { fingerprintOf } from '../rules/fingerprint.ts';
import { namesIn } from '../rules/lesson-names.ts';
import { MESSAGES } from './messages.ts';

const RULE = 'lesson-unchecked';

/** The report of a lesson that takes too long to check: one finding says so. */
export function uncheckedReport(lesson: LessonContent): LessonReport {
  const place = { screen: null, file: 'lesson.yaml', field: null, line: 1, column: 1, end_line: 1, end_column: 1 };
  const finding = {
    rule: RULE,
    severity: PREFLIGHT_RULES[RULE].severity,
    place,
    message: MESSAGES.unchecked,
    fingerprint: fingerprintOf(RULE, []),
    fix: null,
    changes: [],
  } as const;
  return { findings: [finding], misspellings: [], references: [], links: [], ...namesIn(lesson), accepted: lesson.accepted };
}
