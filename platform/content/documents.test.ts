import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ChangeContent } from '#features/changes/server/change-content.ts';
import {
  CONTENT_KINDS,
  readLessonAttached,
  readScreenAttached,
  type LessonAttached,
} from '#features/content-model/rules/content-documents.ts';
import { CourseContent, PathContent } from '#features/content-model/rules/curriculum-content.ts';
import { COURSE_FIELDS, LESSON_FIELDS, PATH_FIELDS, SCREEN_FIELDS, STEP_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { filesHash } from '#features/lesson-files/server/data-files.ts';
import { lessonHash } from '#features/lesson-store/server/store-lesson.ts';
import { LessonFields } from '#features/lessons/contract/lessons.ts';
import { Snapshot } from '#features/publishing/server/deploys/snapshot.ts';
import { RunResult } from '#features/runs/contract/runs.ts';
import { RUN_RESULT } from '#features/runs/server/queries.ts';
import { emptyScreenFields, ScreenFields } from '#features/screens/contract/screens.ts';
import { screenHash, screenContentOf } from '#features/screens/server/screen-queries.ts';
import { TestResult } from '#features/tests/contract/screen-tests.ts';
import { TEST_RESULT } from '#features/tests/server/queries.ts';
import { documentKind, type DocumentKind } from './document-kind.ts';

// The files of testing/documents were written by the first version that kept them. They are never changed, so that they stay what is
// stored somewhere: a new version adds files of its own. A failure here means that stored documents of that shape cannot be read, or
// that their hashes change. CONTRIBUTING.md ("Add a field to a screen") says how to add a field.

type Json = Record<string, unknown>;

function stored(name: string): Json {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, `../../testing/documents/${name}.json`), 'utf8')) as Json;
}

const SCREENS = ['screen-text', 'screen-code', 'screen-takeaways'] as const;

function readScreen(document: Json) {
  const { content_hash, attached, fields, ...row } = document;
  const screen = screenContentOf({
    ...(row as { uuid: string; folder: string }),
    fields: SCREEN_FIELDS.read(fields),
    attached: readScreenAttached(attached),
  });
  return { screen, content_hash };
}

function readLesson(document: Json) {
  const { fields, attached, content_hash, files, ...row } = document;
  const values = { ...row, fields: LESSON_FIELDS.read(fields), attached: readLessonAttached(attached) };
  return { lesson: values as Parameters<typeof lessonHash>[0], content_hash, files: files as Parameters<typeof filesHash>[0] };
}

describe('a document of the first version', () => {
  it.each(SCREENS)('%s is a whole screen, with the hash that it had', (name) => {
    const { screen, content_hash } = readScreen(stored(name));
    expect(ScreenFields.parse(screen.fields)).toEqual(screen.fields);
    expect(ScreenContent.parse(screen)).toEqual(screen);
    expect(screenHash(screen)).toBe(content_hash);
  });

  it('lesson is a whole lesson, with the hashes that it had', () => {
    const { lesson, content_hash, files } = readLesson(stored('lesson'));
    expect(LessonFields.parse(lesson.fields)).toEqual(lesson.fields);
    expect(LessonContent.pick({ packages: true, packages_lock: true, datasets: true, accepted: true }).parse(lesson.attached)).toEqual(
      lesson.attached,
    );
    expect(filesHash(files)).toBe(lesson.files_hash);
    expect(lessonHash(lesson)).toBe(content_hash);
  });

  it('course, path and step are whole', () => {
    const [course, path] = [stored('course'), stored('path')];
    for (const [kind, fields] of [
      [COURSE_FIELDS, course['fields']],
      [PATH_FIELDS, path['fields']],
    ] as const)
      expect(kind.schema.parse(kind.read(fields))).toEqual(kind.read(fields));
    for (const step of path['steps'] as Json[]) expect(STEP_FIELDS.schema.safeParse(STEP_FIELDS.read(step)).success).toBe(true);
    expect(CourseContent.parse(course)).toMatchObject(course);
    expect(PathContent.parse(path)).toMatchObject(path);
  });

  it.each(['change-lesson', 'change-course', 'change-path'])('%s, on its way into git, is a whole change', (name) => {
    expect(ChangeContent.parse(stored(name))).toMatchObject(stored(name));
  });

  it('build is a whole build', () => {
    const build = Snapshot.parse(stored('build'));
    expect(build).toMatchObject(stored('build'));
    expect(LessonFields.safeParse(build.lesson).success).toBe(true);
    for (const { fields } of build.screens) expect(ScreenFields.safeParse(fields).success).toBe(true);
  });

  it('results of a run and of a screen test are whole', () => {
    expect(RunResult.parse(RUN_RESULT.read(stored('run-result')))).toMatchObject(stored('run-result'));
    expect(TestResult.parse(TEST_RESULT.read(stored('test-result')))).toMatchObject(stored('test-result'));
  });
});

describe('a document that lacks a field', () => {
  it.each(Object.keys(ScreenFields.shape))('a screen without %s has its default', (field) => {
    const { [field]: _, ...fields } = stored('screen-code')['fields'] as Json;
    const read = ScreenFields.parse(SCREEN_FIELDS.read(fields));
    expect(read[field as keyof ScreenFields]).toEqual(emptyScreenFields()[field as keyof ScreenFields]);
  });

  it.each(Object.keys(LessonFields.shape))('a lesson without %s is whole', (field) => {
    const { [field]: _, ...fields } = stored('lesson')['fields'] as Json;
    expect(LessonFields.safeParse(LESSON_FIELDS.read(fields)).success).toBe(true);
  });

  it('a build and a change without a field of a screen or of the lesson are whole', () => {
    const build = structuredClone(stored('build')) as { lesson: Json; screens: { fields: Json }[] };
    delete build.lesson['app_ports'];
    delete build.screens[1]?.fields['initially_passing'];
    const read = Snapshot.parse(build);
    expect([read.lesson.app_ports, read.screens[1]?.fields.initially_passing]).toEqual([[], false]);
    const change = structuredClone(stored('change-lesson')) as {
      lesson: { fields: Json };
      screens: Record<string, { fields: Json } | null>;
    };
    delete change.lesson.fields['is_beta'];
    for (const screen of Object.values(change.screens)) delete screen?.fields['hint_markdown'];
    expect(ChangeContent.parse(change)).toMatchObject({ lesson: { fields: { is_beta: false } } });
  });

  it('fills in missing fields of a question, a skill, a test and a package', () => {
    const attached = structuredClone(stored('screen-code')['attached']) as Record<string, Json[]>;
    delete attached['answer_variables'];
    for (const skill of attached['skills'] ?? []) delete skill['point_value'];
    for (const question of attached['questions'] ?? []) {
      delete question['select_type'];
      for (const option of question['options'] as Json[]) delete option['feedback_message'];
    }
    for (const test of attached['tests'] ?? []) {
      delete test['is_boolean_test'];
      delete (test['expect'] as Json)['results'];
    }
    const content = {
      ...readScreenAttached(attached),
      uuid: '00000000-0000-4000-8000-000000000002',
      folder: 'a',
      fields: emptyScreenFields(),
    };
    expect(ScreenContent.safeParse(content).success).toBe(true);
    expect(content).toMatchObject({
      answer_variables: [],
      skills: [{ point_value: 1 }],
      questions: [{ select_type: 'single', options: [{ feedback_message: '' }] }],
      tests: [{ is_boolean_test: false, expect: { test_pass: false, results: [] } }],
    });
    expect(readLessonAttached({})).toEqual({ packages: [], packages_lock: null, datasets: [], accepted: [] } satisfies LessonAttached);
  });

  it('keeps what it has, and shares nothing with other documents', () => {
    const whole = emptyScreenFields();
    expect(SCREEN_FIELDS.read(whole)).toBe(whole);
    const [one, other] = [LESSON_FIELDS.read({}), LESSON_FIELDS.read({})];
    one.objectives.push('mine');
    expect(other.objectives).toEqual([]);
    for (const broken of [null, [], 'text', 3]) expect(() => SCREEN_FIELDS.read(broken)).toThrow(TypeError);
  });
});

describe('a field that a later version adds', () => {
  const first = SCREEN_FIELDS.first as (keyof ScreenFields)[];
  const defaults = { ...emptyScreenFields(), of_tomorrow: null };
  type Later = ScreenFields & { of_tomorrow: number | null };
  const LATER = documentKind<Later>(ScreenFields.extend({ of_tomorrow: z.number().nullable() }), { defaults, first });

  it('does not change the hash of what is stored while it is at its default', () => {
    for (const name of SCREENS) {
      const fields = stored(name)['fields'] as ScreenFields;
      const later = LATER.read(fields);
      expect(later.of_tomorrow).toBeNull();
      expect(LATER.hashed(later)).toEqual(SCREEN_FIELDS.hashed(fields));
      expect(LATER.hashed({ ...later, of_tomorrow: 3 })).toEqual({ ...fields, of_tomorrow: 3 });
    }
  });

  it('is filled in where a document is validated as a whole', () => {
    expect(LATER.completed.parse(stored('screen-code')['fields'])).toMatchObject({ of_tomorrow: null });
    expect(LATER.completed.safeParse({ ...emptyScreenFields(), title: 3 }).success).toBe(false);
    expect(LATER.completed.safeParse('text').success).toBe(false);
  });

  it('is none of the fields that count in hashes whatever they are: those of the first version', () => {
    const lesson = stored('lesson') as { fields: Json; attached: Record<string, Json[]>; files: { settings: Json }[] };
    const { fields, attached } = stored('screen-code') as { fields: Json; attached: Record<string, Json[]> };
    const [skill, question, test] = [attached['skills']?.[0], attached['questions']?.[0], attached['tests']?.[0]];
    const first = new Map<Pick<DocumentKind<object>, 'first'>, Json>([
      [SCREEN_FIELDS, fields],
      [LESSON_FIELDS, lesson.fields],
      ...Object.entries({
        SCREEN_ATTACHED: attached,
        LESSON_ATTACHED: lesson.attached,
        SKILL: skill,
        QUESTION: question,
        OPTION: (question?.['options'] as Json[] | undefined)?.[0],
        TEST: test,
        EXPECTED: test?.['expect'],
        PACKAGE: lesson.attached['packages']?.[0],
        DATASET: lesson.attached['datasets']?.[0],
        DATA_FILE: { file_name: '', ...lesson.files[0]?.settings },
      }).map(([name, document]) => [CONTENT_KINDS[name as keyof typeof CONTENT_KINDS], document as Json] as const),
    ]);
    expect(first.size).toBe(2 + Object.keys(CONTENT_KINDS).length);
    for (const [kind, document] of first) expect(kind.first.toSorted()).toEqual(Object.keys(document).toSorted());
  });
});
