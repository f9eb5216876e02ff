import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { isChecked } from '#features/learner-view/contract/learner-screen.ts';
import { missingScreens } from '#features/runs/earlier-code.policy.ts';
import { lacksOutput } from '#features/screens/rules/missing-output.ts';
import { findStart, startCode, startScreenOf } from '#features/screens/rules/start-code.ts';
import { findInCode } from '#platform/content/code/code-regions.ts';
import { filesReadBy } from '#platform/content/files-read.ts';
import { CHECK_LANGUAGE, canCheckCustom, isQuery, isTerminal, LANGUAGES } from '#platform/contract/languages.ts';
import type { PreflightRuleId } from '../contract/preflight-rules.ts';
import type { Found, LessonDocuments, LessonText } from './lesson-documents.ts';
import { nearest } from './nearest.ts';
import { PositionedText, type Span } from './text-position.ts';
import { leftovers, mergeMarkers } from './text-rules.ts';

type CodeRule = (documents: LessonDocuments, screen: ScreenContent) => Iterable<Found>;

/** About a screen as a whole: the place is the setting that is missing or wrong. */
function ofScreen(
  documents: LessonDocuments,
  screen: ScreenContent,
  {
    rule,
    message,
    field = null,
    key = 'type',
    about,
  }: {
    rule: PreflightRuleId;
    message: string;
    field?: string | null;
    key?: string;
    about: string;
  },
): Found {
  return { rule, place: documents.setting(screen, [key], field), message, about };
}

/** Code that isn't blank and isn't a comment, with the number of its line. */
function significantLines(source: string, comment: string): { text: string; number: number }[] {
  return source.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const text = line.trim().replaceAll(/\s+/g, ' ');
    return text === '' || text.startsWith(comment) || text.startsWith('```') || text.startsWith('~~~') ? [] : [{ text, number: index + 1 }];
  });
}

type OwnCode = 'display_code' | 'initial_code' | 'answer_code';

/** The codes of a screen that someone sees or runs. Its initial code isn't one of them while it starts from the answer of another screen. */
function codesInUse({ lesson }: LessonDocuments, screen: ScreenContent): readonly OwnCode[] {
  const starts = startScreenOf(lesson.screens, screen) !== null;
  return starts ? ['display_code', 'answer_code'] : ['display_code', 'initial_code', 'answer_code'];
}

/** A shorter answer is often a word of the text, or the example with another number. */
const SHORTEST_ANSWER = { lines: 2, characters: 40 };

function* answerVisible(documents: LessonDocuments, screen: ScreenContent): Iterable<Found> {
  const { language } = documents.lesson.fields;
  const { fields } = screen;
  if (language === null || fields.answer_code.trim() === '') return;
  const { comment } = LANGUAGES[language];
  yield* answerInStart(documents, screen, comment);
  const answer = significantLines(fields.answer_code, comment).map(({ text }) => text);
  const length = answer.join('').length;
  if (length < SHORTEST_ANSWER.characters) return;
  const shown: readonly (readonly ['body_markdown' | 'instructions_markdown' | 'initial_code', string])[] = [
    ['body_markdown', 'the text'],
    ['instructions_markdown', 'the instructions'],
    ['initial_code', 'the initial code'],
  ];
  for (const [field, name] of shown) {
    if (fields[field] === '') continue;
    if (field === 'initial_code' && (fields.initially_passing || !codesInUse(documents, screen).includes(field))) continue;
    const text = documents.text(screen, field);
    const span = findLines(text.source, answer, comment);
    if (span === null) continue;
    const fix = field === 'initial_code' ? text.fix('Remove it from the initial code', span, '') : null;
    yield text.found('answer-visible', span, `The whole answer is visible in ${name}.`, fix);
  }
}

/** The answer of the screen that this one starts from: learners see it whether they have solved that screen or not. */
function* answerInStart(documents: LessonDocuments, screen: ScreenContent, comment: string): Iterable<Found> {
  const { lesson } = documents;
  if (startScreenOf(lesson.screens, screen) === null) return;
  const about = startCode(lesson.screens, screen);
  const of = (message: string) => ofScreen(documents, screen, { rule: 'answer-visible', message, key: 'starts_from', about });
  if (lesson.fields.type === 'assessment') yield of('This screen shows the answer of an earlier screen of the assessment.');
  const answer = significantLines(screen.fields.answer_code, comment).map(({ text }) => text);
  const isShort = answer.join('').length < SHORTEST_ANSWER.characters;
  if (!isShort && !screen.fields.initially_passing && findLines(about, answer, comment) !== null)
    yield of('The whole answer is visible in the code that this screen starts from.');
}

/** Where these lines follow each other in a text, with nothing but blank lines and comments between them. */
function findLines(source: string, wanted: readonly string[], comment: string): Span | null {
  const lines = significantLines(source, comment);
  const [only] = wanted;
  for (let from = 0; from + wanted.length <= lines.length; from++) {
    const isHere = wanted.every((line, index) => {
      const { text = '' } = lines[from + index] ?? {};
      return text === line || (wanted.length === 1 && only !== undefined && text.includes(only));
    });
    const first = lines[from];
    const last = lines[from + wanted.length - 1];
    if (!isHere || !first || !last) continue;
    const positions = new PositionedText(source);
    return { start: positions.startOf(first.number), end: positions.startOf(last.number + 1) };
  }
  return null;
}

function* varying(rule: 'code-random' | 'code-clock', documents: LessonDocuments, screen: ScreenContent): Iterable<Found> {
  const { language } = documents.lesson.fields;
  if (language === null || screen.fields.type !== 'code') return;
  const { varies, comment, seedFor } = LANGUAGES[language];
  const { setup_code, display_code } = screen.fields;
  for (const field of codesInUse(documents, screen)) {
    const source = screen.fields[field];
    if (source === '') continue;
    if (rule === 'code-random' && [setup_code, display_code, source].some((code) => varies.seeds.test(code))) continue;
    const text = documents.text(screen, field);
    const found = firstMatch(source, rule === 'code-random' ? varies.draws : varies.clock, comment);
    if (found === null) continue;
    if (rule === 'code-clock') {
      yield text.found(rule, found, 'The result depends on when the code runs.');
      continue;
    }
    const seed = seedFor(source.slice(found.start, found.end));
    const lines = new PositionedText(source);
    const start = lines.startOf(lines.at(found.start).line);
    const indent = /^[ \t]*/.exec(source.slice(start))?.[0] ?? '';
    const fix = seed === '' ? null : text.fix(`Add “${seed}”`, { start, end: start }, `${indent}${seed}\n`);
    yield text.found(rule, found, 'The result is random, because no seed is set.', fix);
  }
}

function firstMatch(source: string, pattern: RegExp, comment: string): Span | null {
  let offset = 0;
  for (const line of source.split('\n')) {
    const code = line.trimStart().startsWith(comment) ? '' : line;
    const match = pattern.exec(code);
    if (match) {
      const lead = match[0].length - match[0].replace(/^[\s;|&(`]+/, '').length;
      return { start: offset + match.index + lead, end: offset + match.index + match[0].replace(/[\s)`]+$/, '').length };
    }
    offset += line.length + 1;
  }
  return null;
}

/** Files for which a similar name is suggested: each is compared with all others. */
const SUGGESTED_MAX = 50;

function* readsInput(documents: LessonDocuments, screen: ScreenContent): Iterable<Found> {
  const { language } = documents.lesson.fields;
  const pattern = language === null ? null : LANGUAGES[language].readsInput;
  if (language === null || pattern === null || screen.fields.type !== 'code') return;
  const hasInput = screen.fields.inputs !== '';
  for (const field of codesInUse(documents, screen)) {
    // Display code has no input in any case.
    if (hasInput && field !== 'display_code') continue;
    const text = documents.text(screen, field);
    const found = findInCode(language, text.source, pattern);
    if (!found) continue;
    const message =
      field === 'display_code'
        ? 'Display code has no input to read. Set the value in the code instead.'
        : 'The code reads input, but the screen gives none. Write its lines in the tab Input, or set the value in the code.';
    yield text.found('code-reads-input', { start: found.from, end: found.to }, message);
  }
}

function* unknownFiles(documents: LessonDocuments, screen: ScreenContent): Iterable<Found> {
  const { lesson } = documents;
  if (screen.fields.type !== 'code') return;
  const here = lesson.data_files.filter(({ screens }) => screens.length === 0 || screens.includes(screen.folder));
  const names = here.map(({ file_name, alias }) => (alias === '' ? file_name : alias));
  const written = writtenNames(documents.codes(screen));
  const seen = new Set<string>();
  for (const field of codesInUse(documents, screen)) {
    const text = documents.text(screen, field);
    for (const { name, start } of filesReadBy(text.source)) {
      if (seen.has(name) || names.includes(name.replace(/^(?:\.\/)+/, '')) || /^(?:\/|[a-z]+:\/\/)/i.test(name)) continue;
      if (lesson.datasets.some((dataset) => name.startsWith(`${dataset.name}/`))) continue;
      seen.add(name);
      // The code wrote it before.
      if (written.has(name)) continue;
      const span = { start, end: start + name.length };
      const near = seen.size > SUGGESTED_MAX ? null : nearest(name, names);
      const fix = near === null ? null : text.fix(`Read “${near}”`, span, near);
      yield text.found('file-unknown', span, `The code reads “${name}”, but this screen has no such file.`, fix);
    }
  }
}

const WRITES = /\b(?:to_(?:csv|excel|json|parquet|feather|pickle)|write(?:_csv|\.csv|\.table|RDS)?|saveRDS|savetxt|save|dump|open)\(/;

/** The quoted texts on lines that write a file. */
function writtenNames(codes: readonly LessonText[]): ReadonlySet<string> {
  const lines = codes.flatMap(({ source }) => source.split('\n')).filter((line) => WRITES.test(line));
  return new Set(lines.flatMap((line) => line.split(/["'`]/)));
}

const NO_START = { missing: 'was deleted', later: 'isn’t before it', 'no code': 'has no code' } as const;

const RULES: Partial<Record<PreflightRuleId, CodeRule>> = {
  *'language-missing'(documents, screen) {
    if (screen.fields.type !== 'code' || documents.lesson.fields.language !== null) return;
    const message = 'This is a code screen, but the lesson has no language, so its code can’t run.';
    yield ofScreen(documents, screen, { rule: 'language-missing', message, about: '' });
  },
  *'instructions-missing'(documents, screen) {
    const { type, instructions_markdown } = screen.fields;
    if (type !== 'code' || instructions_markdown.trim() !== '') return;
    const message = 'This code screen has no instructions.';
    yield ofScreen(documents, screen, { rule: 'instructions-missing', message, field: 'instructions_markdown', about: '' });
  },
  *'hint-missing'(documents, screen) {
    const { type, hint_markdown } = screen.fields;
    // Assessments have no help.
    if (type !== 'code' || hint_markdown.trim() !== '' || documents.lesson.fields.type === 'assessment') return;
    yield ofScreen(documents, screen, { rule: 'hint-missing', message: 'This screen has no hint.', field: 'hint_markdown', about: '' });
  },
  *'skills-missing'(documents, screen) {
    const isTask = screen.fields.type === 'code' || screen.questions.length > 0;
    if (documents.lesson.fields.type !== 'assessment' || !isTask || screen.skills.length > 0) return;
    const message = 'The screen is part of an assessment but has no skills.';
    yield ofScreen(documents, screen, { rule: 'skills-missing', message, field: 'skills', about: '' });
  },
  *'answer-missing'(documents, screen) {
    const { fields } = screen;
    const { lesson } = documents;
    if (fields.type !== 'code' || lesson.fields.language === null || isTerminal(lesson.fields.language)) return;
    if (fields.answer_code.trim() !== '') return;
    const message = 'This code screen has no answer, so it is unknown whether it can be solved.';
    yield ofScreen(documents, screen, { rule: 'answer-missing', message, field: 'answer_code', about: '' });
  },
  *'answer-unchecked'(documents, screen) {
    const { lesson } = documents;
    const { fields } = screen;
    if (fields.type !== 'code' || lesson.fields.language === null || fields.answer_code.trim() === '') return;
    if (fields.dynamic_answer || isChecked(lesson.fields, screen) || fields.remote_run_code !== null) return;
    // The checks exist, but are off: another rule says so.
    if (fields.custom_check_code.trim() !== '' || fields.legacy_check_code.trim() !== '') return;
    const message = 'Nothing is checked on this screen, so every submission passes.';
    const change = { kind: 'check-output', screen: screen.uuid, from: false, to: true } as const;
    // Its output was recorded before, so that a click is enough.
    const fix = screen.answer_output === null ? null : { label: 'Check the output', changes: [change] };
    yield { ...ofScreen(documents, screen, { rule: 'answer-unchecked', message, field: 'answer_code', about: '' }), fix };
  },
  'answer-visible': answerVisible,
  *'earlier-screen-missing'(documents, screen) {
    const { type, runs_after: from } = screen.fields;
    const missing = missingScreens(from, documents.lesson.screens);
    if (type !== 'code' || from === null || from === 'all' || missing.length === 0) return;
    const left = from.filter((uuid) => !missing.includes(uuid));
    const change = { kind: 'runs-after', screen: screen.uuid, from, to: left.length === 0 ? null : left } as const;
    const message = 'This screen runs after a screen that was deleted, so what its code needs may be missing.';
    yield {
      ...ofScreen(documents, screen, { rule: 'earlier-screen-missing', message, key: 'runs_after', about: missing.join() }),
      fix: { label: 'Run without the deleted screen', changes: [change] },
    };
  },
  *'start-screen-missing'(documents, screen) {
    const { type, starts_from: from } = screen.fields;
    const found = type === 'code' && from !== null ? findStart(documents.lesson.screens, screen.uuid, from) : null;
    if (typeof found !== 'string') return;
    const message = `This screen starts from a screen that ${NO_START[found]}, so it begins with its own initial code.`;
    const change = { kind: 'starts-from', screen: screen.uuid, from, to: null } as const;
    yield {
      ...ofScreen(documents, screen, { rule: 'start-screen-missing', message, key: 'starts_from', about: found }),
      fix: { label: 'Start from its own initial code', changes: [change] },
    };
  },
  *'output-not-recorded'(documents, screen) {
    if (!lacksOutput(documents.lesson.fields.language, screen)) return;
    const message = 'Output is checked, but the answer’s output was never recorded, so no submission can pass.';
    const change = { kind: 'check-output', screen: screen.uuid, from: true, to: false } as const;
    yield {
      ...ofScreen(documents, screen, { rule: 'output-not-recorded', message, key: 'check_output', about: '' }),
      fix: { label: 'Stop checking the output', changes: [change] },
    };
  },
  *'custom-check-off'(documents, screen) {
    const { custom_check_enabled, language } = documents.lesson.fields;
    if (screen.fields.type !== 'code' || screen.fields.custom_check_code.trim() === '' || custom_check_enabled) return;
    const text = documents.text(screen, 'custom_check_code');
    const fix = canCheckCustom(language)
      ? { label: 'Turn on custom checks', changes: [{ kind: 'custom-checks', from: false, to: true } as const] }
      : null;
    const span = { start: 0, end: (text.source.split('\n')[0] ?? '').length };
    yield text.found('custom-check-off', span, 'Custom answer checking is off in this lesson, so this check doesn’t run.', fix);
  },
  'code-random': (documents, screen) => varying('code-random', documents, screen),
  'code-reads-input': readsInput,
  'code-clock': (documents, screen) => varying('code-clock', documents, screen),
  'file-unknown': (documents, screen) => (isQuery(documents.lesson.fields.language) ? [] : unknownFiles(documents, screen)),
  *leftover(documents, screen) {
    const { language } = documents.lesson.fields;
    for (const text of documents.codes(screen)) {
      const own = text.field === 'custom_check_code' ? CHECK_LANGUAGE : language;
      yield* leftovers(text, [], own === null ? '#' : LANGUAGES[own].comment);
    }
  },
  *'merge-marker'(documents, screen) {
    for (const text of documents.codes(screen)) yield* mergeMarkers(text);
  },
};

/** The rules about code screens, each over all screens of a lesson. */
export const CODE_RULES = Object.fromEntries(
  Object.entries(RULES).map(([rule, check]) => [
    rule,
    (documents: LessonDocuments) => documents.lesson.screens.flatMap((screen) => [...check(documents, screen)]),
  ]),
) as Readonly<Partial<Record<PreflightRuleId, (documents: LessonDocuments) => Found[]>>>;
