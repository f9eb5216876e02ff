// Free of zod: the addresses of pages name rules, and are read before any page is loaded.

/** How bad a finding of preflight is. Errors ask before a merge, notes are only worth a look. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

interface PreflightRule {
  readonly severity: Severity;
  /** What filters call it. */
  readonly title: string;
}

/** Everything that preflight looks for. What each rule does is in features/preflight/rules; the last ones need more than the lesson's files. */
export const PREFLIGHT_RULES = {
  'image-missing': { severity: 'error', title: 'Missing image' },
  'image-address': { severity: 'error', title: 'Image that learners can’t open' },
  'image-alt-missing': { severity: 'warning', title: 'Missing alt text' },
  'image-alt-file-name': { severity: 'warning', title: 'File name as alt text' },
  'image-alt-repeated': { severity: 'note', title: 'Alt text that repeats its link' },
  'image-decoration-exposed': { severity: 'warning', title: 'Decoration with a label' },
  'image-contrast': { severity: 'warning', title: 'Image with little contrast' },
  'image-unused': { severity: 'note', title: 'Unused image' },
  'heading-empty': { severity: 'warning', title: 'Empty heading' },
  'heading-order': { severity: 'warning', title: 'Skipped heading level' },
  'link-empty': { severity: 'warning', title: 'Link without text' },
  'link-address': { severity: 'error', title: 'Link without a usable address' },
  'link-broken': { severity: 'error', title: 'Broken internal link' },
  'link-relative': { severity: 'error', title: 'Link that learners can’t open' },
  'link-gone': { severity: 'error', title: 'Link to nothing' },
  'link-moved': { severity: 'note', title: 'Link that has moved' },
  'link-unsure': { severity: 'note', title: 'Link that couldn’t be checked' },
  'table-header-empty': { severity: 'warning', title: 'Table without headers' },
  'table-headers-broken': { severity: 'warning', title: 'Cell with a broken header' },
  'table-header-unused': { severity: 'warning', title: 'Header without cells' },
  'language-invalid': { severity: 'warning', title: 'Unknown language' },
  'frame-title-missing': { severity: 'warning', title: 'Video without a title' },
  'formula-broken': { severity: 'warning', title: 'Broken formula' },
  spelling: { severity: 'note', title: 'Unknown word' },
  'spelling-language': { severity: 'note', title: 'Spelling isn’t checked' },
  'merge-marker': { severity: 'error', title: 'Merge marker' },
  leftover: { severity: 'warning', title: 'Leftover' },
  'question-empty': { severity: 'error', title: 'Question without text' },
  'question-few-choices': { severity: 'error', title: 'Too few choices' },
  'question-empty-choice': { severity: 'error', title: 'Empty choice' },
  'question-no-answer': { severity: 'error', title: 'No right answer' },
  'question-doubtful': { severity: 'warning', title: 'Doubtful question' },
  'question-many-answers': { severity: 'error', title: 'Several right answers, one allowed' },
  'question-all-right': { severity: 'warning', title: 'All choices are right' },
  'question-duplicate-choice': { severity: 'warning', title: 'Duplicate choice' },
  'question-implausible': { severity: 'note', title: 'Implausible choice' },
  'question-telling-length': { severity: 'note', title: 'Right answer stands out' },
  'feedback-missing': { severity: 'warning', title: 'Missing feedback' },
  'lesson-unchecked': { severity: 'warning', title: 'Lesson that couldn’t be checked' },
  'lesson-empty': { severity: 'error', title: 'Lesson without screens' },
  'lesson-too-large': { severity: 'error', title: 'Lesson that is too large' },
  'screen-empty': { severity: 'warning', title: 'Empty screen' },
  'screen-title-missing': { severity: 'warning', title: 'Missing screen title' },
  'language-missing': { severity: 'error', title: 'Code without a language' },
  'instructions-missing': { severity: 'warning', title: 'Missing instructions' },
  'hint-missing': { severity: 'note', title: 'Missing hint' },
  'skills-missing': { severity: 'warning', title: 'Missing skills' },
  'answer-missing': { severity: 'error', title: 'Missing answer' },
  'answer-unchecked': { severity: 'warning', title: 'Nothing is checked' },
  'answer-visible': { severity: 'warning', title: 'Visible answer' },
  'earlier-screen-missing': { severity: 'error', title: 'Runs after a deleted screen' },
  'start-screen-missing': { severity: 'warning', title: 'Starts from a deleted or later screen' },
  'output-not-recorded': { severity: 'error', title: 'Output was never recorded' },
  'custom-check-off': { severity: 'warning', title: 'Custom check doesn’t run' },
  'code-random': { severity: 'note', title: 'Random result' },
  'code-clock': { severity: 'note', title: 'Result depends on the time' },
  'code-reads-input': { severity: 'warning', title: 'Code waits for input' },
  'values-impossible': { severity: 'error', title: 'Values that can’t be drawn' },
  'values-equal': { severity: 'warning', title: 'Values that are always the same' },
  'values-unknown': { severity: 'warning', title: 'Unknown value' },
  'values-doubtful': { severity: 'warning', title: 'Values that spoil an answer' },
  'file-unknown': { severity: 'warning', title: 'Code reads a missing file' },
  'file-name-hidden': { severity: 'warning', title: 'File name with hidden characters' },
  'file-unused': { severity: 'note', title: 'Unused file' },
  // What git and zips bring isn't refused, as an upload would be.
  'file-refused': { severity: 'error', title: 'File that an upload would refuse' },
  'file-encoding': { severity: 'warning', title: 'Text that isn’t UTF-8' },
  // Only in a checked-out repository: an import reports the first, and skips the second.
  'file-unreadable': { severity: 'error', title: 'File that can’t be read as it is' },
  'key-unknown': { severity: 'warning', title: 'Unknown key' },
  'related-lesson-missing': { severity: 'error', title: 'Related lesson doesn’t exist' },
  // What the last runs of a screen said, as long as it hasn't changed since.
  'answer-fails': { severity: 'error', title: 'Answer that fails its checks' },
  'initial-passes': { severity: 'warning', title: 'Initial code that passes' },
  'test-fails': { severity: 'error', title: 'Failing test' },
  'check-flaky': { severity: 'error', title: 'Flaky check' },
  'check-unsolved': { severity: 'warning', title: 'Check that passes without work' },
  'check-misses': { severity: 'note', title: 'Check that misses mistakes' },
  'check-strict': { severity: 'warning', title: 'Check that is too strict' },
  'check-message': { severity: 'note', title: 'Message that doesn’t help' },
  'run-slow': { severity: 'warning', title: 'Run time near its limit' },
  'rows-unsettled': { severity: 'warning', title: 'LIMIT splits tied rows' },
  'packages-not-locked': { severity: 'warning', title: 'Packages aren’t locked' },
  'packages-not-built': { severity: 'error', title: 'Packages aren’t built' },
  'dataset-missing': { severity: 'error', title: 'Missing dataset' },
  'dataset-archived': { severity: 'warning', title: 'Archived dataset' },
  'dataset-outdated': { severity: 'note', title: 'Newer dataset version' },
  'comment-open': { severity: 'error', title: 'Open mandatory comment' },
} as const satisfies Readonly<Record<string, PreflightRule>>;

export type PreflightRuleId = keyof typeof PREFLIGHT_RULES;

/** The rules for what a deploy calls an error as well: learners couldn't open or solve the lesson. */
export const DEPLOY_RULES: ReadonlySet<string> = new Set<PreflightRuleId>([
  'image-missing',
  'link-address',
  'link-relative',
  'question-no-answer',
  'lesson-empty',
  'language-missing',
  'answer-missing',
  'output-not-recorded',
  'packages-not-built',
  'dataset-missing',
]);

/** Raised whenever a rule finds more, less or elsewhere, so that stored results are computed again. */
export const PREFLIGHT_VERSION = 9;

export function isPreflightRule(name: string): name is PreflightRuleId {
  return Object.hasOwn(PREFLIGHT_RULES, name);
}
