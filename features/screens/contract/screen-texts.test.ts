import { describe, expect, it } from 'vitest';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { codePath } from '#features/documents/rules/text-files.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { exportLosses } from '#features/exports/rules/losses.ts';
import { projectOf } from '#features/exports/rules/project.ts';
import { writeMyst, writeQuarto } from '#features/exports/rules/write-markdown.ts';
import { writeNotebook } from '#features/exports/rules/write-notebook.ts';
import { sitePages } from '#features/exports/rules/write-site.ts';
import { WRITTEN_TEXTS } from '#features/history/web/written-texts.ts';
import { lessonFromCells } from '#features/imports/rules/lesson-from-cells.ts';
import { readImport } from '#features/imports/rules/read-import.ts';
import { learnerScreen } from '#features/learner-view/contract/learner-screen.ts';
import { FIXED_TEXTS } from '#features/preflight/contract/preflight-changes.ts';
import { checkLesson } from '#features/preflight/rules/check-lesson.ts';
import { orderForReview, screenTextOf } from '#features/review/rules/review-files.ts';
import { fileLabel } from '#features/review/web/file-label.ts';
import { fingerprintsOf } from '#features/runs/server/verdict-fingerprint.ts';
import { listTexts, setText } from '#features/search/rules/document-texts.ts';
import { gateFingerprint } from '#features/tests/server/tests-of-screen.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { SafeHtml } from '#platform/contract/safe-html.ts';
import { exportedLesson } from '#testing/content/exported-lesson.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import { fieldTab } from '../web/field-tab.ts';
import { parseScreenSearch } from '../web/screen-search.ts';
import { SCREEN_FIELD_LABELS } from './screen-labels.ts';
import {
  byHtmlName,
  FILE_TEXTS,
  MARKDOWN_TEXTS,
  SCREEN_TEXT_FIELDS,
  SCREEN_TEXTS,
  type ScreenText,
  type ScreenTextField,
} from './screen-texts.ts';

/** A word for each text that is in no other. */
const mark = (field: ScreenTextField): string => `word${SCREEN_TEXT_FIELDS.indexOf(field)}word`;
const MARKS = Object.fromEntries(SCREEN_TEXT_FIELDS.map((field) => [field, mark(field)])) as Record<ScreenTextField, string>;

const textsThat = (isSo: (text: ScreenText) => boolean): ScreenTextField[] =>
  SCREEN_TEXT_FIELDS.filter((field) => isSo(SCREEN_TEXTS[field]));
const foundIn = (written: string): ScreenTextField[] => SCREEN_TEXT_FIELDS.filter((field) => written.includes(mark(field)));

const python = { language: 'python', language_version: '3.11', custom_check_enabled: true } as const;
const lesson = exportedLesson([{ type: 'code', ...MARKS }], python);
const screen = lesson.screens[0]!;
const holds = (field: ScreenTextField, text: string) => exportedLesson([{ type: 'code', [field]: text }], python);
const fileOf = (field: (typeof FILE_TEXTS)[number]) => `screens/screen-0/${codePath(SCREEN_TEXTS[field].file, 'python')}`;

const DOCUMENTS = {
  notebook: { write: (of: typeof lesson) => writeNotebook(of, new Map()), file: 'lesson.ipynb' },
  myst: { write: writeMyst, file: 'lesson.md' },
  quarto: { write: writeQuarto, file: 'lesson.qmd' },
} as const;

describe('what SCREEN_TEXTS says of each text is what happens', () => {
  it('in git: its file holds it, and is read again', () => {
    const files = writeLesson(lesson, new Map());
    const written = [...files].flatMap(([path, bytes]) => foundIn(new TextDecoder().decode(bytes)).map((field) => [field, path]));
    const expected = FILE_TEXTS.map((field) => [field, fileOf(field)]);
    const inOwnFiles = written.filter(([, path]) => path !== 'screens/screen-0/screen.yaml');
    expect(new Set(inOwnFiles.map(String))).toEqual(new Set(expected.map(String)));
    expect(readLesson(files).lesson.screens[0]?.fields).toEqual(screen.fields);
  });

  it('in searches: it is found as its kind, and replaced', () => {
    const document = { document: 'screen', fields: screen.fields, attached: screen } as const;
    const found = listTexts(document).map(({ field, kind, text }) => [field, kind, text]);
    expect(found).toEqual(textsThat(({ search }) => search !== null).map((field) => [field, SCREEN_TEXTS[field].search, mark(field)]));
    for (const [field = ''] of found) expect(setText(document, field, 'new').fields).toEqual({ ...screen.fields, [field]: 'new' });
  });

  it('in the history: its lines have authors', () => {
    expect(WRITTEN_TEXTS).toEqual(textsThat(({ hasLineAuthors }) => hasLineAuthors));
  });

  it('in preflight: it is checked, and a fix may change it', () => {
    const conflict = '<<<<<<< mine\none\n=======\ntwo\n>>>>>>> theirs';
    const findings = (field: ScreenTextField) =>
      checkLesson(holds(field, conflict)).findings.filter(({ rule, place }) => rule === 'merge-marker' && place.field === field);
    const is = (...states: ScreenText['preflight'][]) => FILE_TEXTS.filter((field) => states.includes(SCREEN_TEXTS[field].preflight));
    expect(FILE_TEXTS.filter((field) => findings(field).length > 0)).toEqual(is('checked', 'fixable'));
    expect(FILE_TEXTS.filter((field) => findings(field).some(({ changes }) => changes.length > 0))).toEqual(is('fixable'));
    expect(FIXED_TEXTS).toEqual(textsThat(({ preflight }) => preflight === 'fixable'));
  });

  it('under review: its file has its place, its label, and takes suggestions', () => {
    const ordered = FILE_TEXTS.toSorted((a, b) => SCREEN_TEXTS[a].reviewAt - SCREEN_TEXTS[b].reviewAt);
    expect(orderForReview(FILE_TEXTS.map(fileOf), (path) => path, ['screen-0'])).toEqual(ordered.map(fileOf));
    expect(new Set([0, 40, ...FILE_TEXTS.map((field) => SCREEN_TEXTS[field].reviewAt)]).size).toBe(FILE_TEXTS.length + 2);
    for (const field of FILE_TEXTS) {
      expect(screenTextOf(fileOf(field))).toEqual({ folder: 'screen-0', field });
      expect(fileLabel(fileOf(field))).toBe(SCREEN_FIELD_LABELS[field]);
    }
  });

  it('in the editor: it has a tab, which an address can open', () => {
    const panes = SCREEN_TEXT_FIELDS.map((field) => fieldTab(field)?.pane ?? null);
    const PANES = { markdown: 'content', plain: 'content', code: 'code', short: null } as const;
    expect(panes).toEqual(SCREEN_TEXT_FIELDS.map((field) => PANES[SCREEN_TEXTS[field].kind]));
    for (const section of MARKDOWN_TEXTS) expect(parseScreenSearch({ section })).toEqual({ section });
  });

  it('for learners: they receive it, and nothing else', () => {
    const rendered = {
      ...screen,
      ...byHtmlName(MARKDOWN_TEXTS, (field) => SafeHtml.parse(mark(field))),
      file: null,
      starts_from: null,
      questions: [],
    };
    const seen = textsThat(({ isForLearners }) => isForLearners === true);
    expect(foundIn(JSON.stringify(learnerScreen(lesson.fields, rendered)))).toEqual(seen);
    const project = projectOf('Loops', [{ uuid: lesson.uuid, sequence: lesson.sequence, title: lesson.fields.title }]);
    const site = [...sitePages(lesson, project, project.lessons[0]!.folder, []).values()].join('\n');
    // A website has no server that could judge: it shows the answer.
    expect(foundIn(site)).toEqual(textsThat((text) => text.isForLearners === true || text === SCREEN_TEXTS.answer_code));
  });

  it.each(Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[])('in a %s: it is exported and imported, or reported as a loss', (format) => {
    const { write, file } = DOCUMENTS[format];
    const held = textsThat(({ inDocuments }) => 'part' in inDocuments);
    const document = write(lesson);
    expect(foundIn(document)).toEqual(held);
    const choices = {
      title: '',
      otherwise: '',
      author: '',
      code: 'answer',
      earlier_code: true,
      offered: {},
      newUuid: () => screen.uuid,
    } as const;
    const imported = lessonFromCells(
      readImport(file, encodeUtf8(document), () => null, ALONE),
      choices,
    ).screens[0]?.fields;
    expect(SCREEN_TEXT_FIELDS.filter((field) => imported?.[field] === mark(field))).toEqual(held);
    const losses = (of: typeof lesson) => exportLosses(of, format).map(({ reason }) => reason);
    for (const field of SCREEN_TEXT_FIELDS) {
      const { inDocuments }: ScreenText = SCREEN_TEXTS[field];
      const reported = losses(holds(field, 'x')).filter((reason) => !losses(holds(field, '')).includes(reason));
      // An empty script of Run and Deploy is one, too: nothing more is lost.
      const lost = 'lost' in inDocuments && field !== 'remote_run_code' ? inDocuments.lost : null;
      expect([field, reported.map((reason) => lost !== null && reason.includes(lost))]).toEqual([field, lost === null ? [] : [true]]);
    }
  });

  it('for stored verdicts: a change makes them outdated', () => {
    const inputs = {
      lesson: { id: 1, fields: lesson.fields, attached: { datasets: [], packages: [], packages_lock: null, accepted: [] } },
      screens: [],
      files: [],
      datasetFiles: [],
      environment: null,
    };
    const fingerprints = fingerprintsOf(inputs, null);
    const stored = (field: ScreenTextField, text: string) => ({
      ...screen,
      fields: { ...screen.fields, [field]: text },
      attached: { skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] },
    });
    const changes = (of: (screen: ReturnType<typeof stored>) => string) =>
      SCREEN_TEXT_FIELDS.filter((field) => of(stored(field, 'one')) !== of(stored(field, 'two')));
    expect(changes((each) => fingerprints(each))).toEqual(textsThat(({ judges }) => judges === 'submissions'));
    expect(changes((each) => gateFingerprint(fingerprints, each))).toEqual(textsThat(({ judges }) => judges !== 'nothing'));
  });
});
