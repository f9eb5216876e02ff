import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COURSE_DEFAULTS, PATH_DEFAULTS, STEP_DEFAULTS } from '#features/content-model/rules/field-documents.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { anyTask } from '#testing/content/task-arbitraries.ts';
import { type DocumentText, listTexts, setText, type TextDocument } from './document-texts.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const list = fc.array(text, { maxLength: 3 });
const option = fc.record({ label: text, feedback_message: text, valid: fc.boolean(), skill_uuid: fc.constant(null) });
const question = fc.record({
  uuid: fc.uuid(),
  question: text,
  select_type: fc.constant('single' as const),
  // Setting a text drops what a run recorded of it.
  task: fc.option(anyTask(text).map((task) => (task.kind === 'predict' ? { ...task, output: null } : task))),
  skill_uuid: fc.constant(null),
  options: fc.array(option, { maxLength: 3 }),
});
const slug = fc.stringMatching(/^[a-z]{1,8}$/);
const test = fc.record({
  slug,
  description: text,
  code: text,
  is_default: fc.boolean(),
  is_boolean_test: fc.boolean(),
  inputs: fc.constant(''),
  expect: fc.boolean().map((test_pass) => ({ test_pass, results: [] })),
});

const document: fc.Arbitrary<TextDocument> = fc.oneof(
  fc.record({
    document: fc.constant('screen' as const),
    fields: fc
      .record({
        title: text,
        body_markdown: text,
        hint_markdown: text,
        answer_code: text,
        custom_check_code: text,
        check_val: fc.option(text),
      })
      .map((fields) => ({ ...emptyScreenFields('code'), ...fields })),
    attached: fc.record({
      questions: fc.uniqueArray(question, { selector: ({ uuid }) => uuid, maxLength: 3 }),
      skills: fc.uniqueArray(fc.record({ uuid: fc.uuid(), name: text, point_value: fc.constant(1) }), { selector: ({ uuid }) => uuid }),
      tests: fc.uniqueArray(test, { selector: (each) => each.slug, maxLength: 3 }),
      answer_output: fc.constant(null),
      answer_variables: fc.constant<[]>([]),
    }),
  }),
  fc.record({
    document: fc.constant('lesson' as const),
    fields: fc
      .record({ title: text, overview: text, objectives: list })
      .map((fields) => ({ ...emptyLessonFields({ title: '', author: 'A' }), ...fields })),
  }),
  fc.record({
    document: fc.constant('course' as const),
    fields: fc.record({ name: text, objectives: list }).map((fields) => ({ ...COURSE_DEFAULTS, ...fields })),
  }),
  fc.record({
    document: fc.constant('path' as const),
    fields: fc.record({ name: text, outcomes: text }).map((fields) => ({ ...PATH_DEFAULTS, ...fields })),
  }),
  fc.record({
    document: fc.constant('step' as const),
    fields: fc.record({ name: text, meta_title: text }).map((fields) => ({ ...STEP_DEFAULTS, ...fields })),
  }),
  fc.record({ document: fc.constant('file' as const), file_name: text, alias: text, text: fc.option(text) }),
  fc.record({
    document: fc.constant('comment' as const),
    comment: text,
    messages: fc.uniqueArray(fc.record({ id: fc.nat(), message: text }), { selector: ({ id }) => id }),
  }),
);

const addressed = (texts: readonly DocumentText[]) => texts.map(({ field, kind, text: given }) => ({ field, kind, text: given }));

describe('the texts of a document', () => {
  it('can each be set, and nothing else changes', () => {
    fc.assert(
      fc.property(document, fc.string({ minLength: 1 }), (given, replacement) => {
        for (const { field, text: before } of listTexts(given)) {
          const changed = setText(given, field, replacement);
          // A file's label is its name, so it may follow.
          const expected = listTexts(given).map((each) => (each.field === field ? { ...each, text: replacement } : each));
          expect(addressed(listTexts(changed))).toEqual(addressed(expected));
          expect(setText(changed, field, before)).toEqual(given);
        }
      }),
    );
  });

  it('have their own address each', () => {
    fc.assert(
      fc.property(document, (given) => {
        const fields = listTexts(given).map(({ field }) => field);
        expect(new Set(fields).size).toBe(fields.length);
      }),
    );
  });

  it.each(['type', 'objectives/7', 'questions/x/question', 'nothing', '__proto__'])('%s is none of a lesson', (field) => {
    expect(() => setText({ document: 'lesson', fields: emptyLessonFields({ title: 'A', author: 'B' }) }, field, 'x')).toThrow(RangeError);
  });
});
