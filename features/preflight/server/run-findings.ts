/** What the runs of screens say, as findings. */

import { codePath } from '#features/documents/rules/text-files.ts';
import { SCREEN_TEXTS, type FileText } from '#features/screens/contract/screen-texts.ts';
import type { JudgedScreen, ScreenWarning } from '#features/tests/server/index.ts';
import type { FindingPlace } from '../contract/finding.ts';
import type { PreflightChange } from '../contract/preflight-changes.ts';
import { PREFLIGHT_RULES, type PreflightRuleId } from '../contract/preflight-rules.ts';
import type { ReportedFinding } from '../rules/check-lesson.ts';
import { fingerprintOf } from '../rules/fingerprint.ts';
import { MESSAGES } from './messages.ts';

const EXAMINED = {
  flaky: 'check-flaky',
  'passes-unsolved': 'check-unsolved',
  'mistake-passes': 'check-misses',
  'rewrite-fails': 'check-strict',
  'shortcut-passes': 'check-misses',
  'message-bare': 'check-message',
  'message-tells': 'check-message',
  'answer-fails': 'answer-fails',
} as const satisfies Record<Extract<ScreenWarning, { kind: 'examined' }>['finding'], PreflightRuleId>;

/** What the runs of a screen say. About the code that ran: another state of it is another finding. */
export function runFindings(screen: Omit<JudgedScreen, 'lesson_id' | 'screen_id'>): ReportedFinding[] {
  return screen.judgements.map((judgement) => {
    const of = (rule: PreflightRuleId, field: FileText, message: string, about = '', line = 1) => {
      const file = `screens/${screen.folder}/${codePath(SCREEN_TEXTS[field].file, screen.language)}`;
      const place = { screen: screen.uuid, file, field, line, end_line: line };
      return finding(rule, place, message, `${screen.uuid} ${screen.state} ${about}`);
    };
    if (judgement.kind === 'answer-fails') return of('answer-fails', 'answer_code', MESSAGES.answerFails(judgement.why));
    if (judgement.kind === 'rows-unsettled') return of('rows-unsettled', 'answer_code', MESSAGES.unsettledRows);
    if (judgement.kind === 'near-limit') return of('run-slow', 'answer_code', MESSAGES.nearLimit(judgement.seconds, judgement.limit));
    if (judgement.kind === 'test-fails')
      return of('test-fails', 'answer_code', MESSAGES.testFails(judgement.description || judgement.slug, judgement.why), judgement.slug);
    if (judgement.kind === 'initial-passes') {
      const change = { kind: 'initially-passing', screen: screen.uuid, from: false, to: true } as const;
      return { ...of('initial-passes', 'initial_code', MESSAGES.initialPasses), fix: MESSAGES.letPass, changes: [change] };
    }
    const { text, count, line } = judgement;
    return of(EXAMINED[judgement.finding], 'answer_code', MESSAGES.examined(text, count - 1), '', line);
  });
}

/** A finding that more than the lesson's files tell. */
export function finding(
  rule: PreflightRuleId,
  place: Partial<FindingPlace> & { file: string },
  message: string,
  about: string,
  fix: { label: string; changes: PreflightChange[] } | null = null,
): ReportedFinding {
  const start = { screen: null, field: null, line: 1, column: 1, end_line: 1, end_column: 1 };
  return {
    rule,
    severity: PREFLIGHT_RULES[rule].severity,
    place: { ...start, ...place },
    message,
    fingerprint: fingerprintOf(rule, [about]),
    fix: fix?.label ?? null,
    changes: fix?.changes ?? [],
  };
}
