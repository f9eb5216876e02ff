import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { treeHash } from '#features/datasets/server/tree-hash.ts';
import { COURSE_FORMAT, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { lessonFolder } from '#features/documents/rules/folder-name.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { judgeAnswer } from '#features/questions/contract/answer-question.ts';
import { kindOf, QUESTION_KINDS } from '#features/questions/contract/kinds/kinds.ts';
import { sampleFiles, sampleFolders, sampleLessons } from '#testing/content/sample-lessons.ts';

const lessons = sampleLessons().map(({ lesson }) => lesson);
const questions = lessons.flatMap(({ screens }) => screens.flatMap((screen) => screen.questions));
const tasks = questions.flatMap(({ question, task }) => (task === null ? [] : [{ question, task }]));
const SEED = '7b1c';

describe('the sample content', () => {
  it.each(sampleFolders('lessons'))('%s can be read without problems, and is written back byte for byte', (folder) => {
    const files = sampleFiles(folder);
    const { lesson, problems } = readLesson(files);
    expect(problems).toEqual([]);
    expect(folder).toBe(`lessons/${lessonFolder(lesson.sequence, lesson.fields.title)}`);
    expect(writeLesson(lesson, files)).toEqual(files);
  });

  it.each(sampleFolders('lessons'))('%s is in canonical form', (folder) => {
    const files = sampleFiles(folder);
    const bytes = new Map([...files].filter(([path]) => /^(files|images)\//.test(path)));
    expect(writeLesson(readLesson(files).lesson, bytes)).toEqual(files);
  });

  it('has a lesson of every language and of the main types, and screens of every type', () => {
    expect(new Set(lessons.map(({ fields }) => fields.language))).toEqual(new Set(['python', 'sql', 'r', 'cli']));
    expect(lessons.map(({ fields }) => fields.type)).toEqual(
      expect.arrayContaining(['mission', 'practice_problem', 'assessment', 'project']),
    );
    expect(new Set(lessons.flatMap(({ screens }) => screens.map(({ fields }) => fields.type)))).toEqual(
      new Set(['text', 'code', 'takeaways']),
    );
  });

  it('gives every code screen instructions, an answer, and initial code that is not the answer', () => {
    for (const { fields, answer_output, answer_variables } of lessons.flatMap(({ screens }) => screens)) {
      if (fields.type !== 'code') continue;
      expect(fields.instructions_markdown).not.toBe('');
      expect(fields.answer_code).not.toBe('');
      expect(fields.initial_code.trim()).not.toBe(fields.answer_code.trim());
      const isChecked =
        fields.dynamic_answer ||
        fields.check_val !== null ||
        fields.custom_check_code !== '' ||
        fields.unit_test_code !== '' ||
        (answer_output !== null && (fields.check_output || answer_variables.length > 0));
      expect(isChecked).toBe(true);
      for (const variable of answer_variables) expect(variable.value).toBeTruthy();
    }
  });

  it('has questions of every kind', () => {
    const kinds = questions.map(({ task }) => task?.kind ?? 'choice');
    expect(new Set(kinds)).toEqual(new Set(['choice', ...Object.keys(QUESTION_KINDS)]));
  });

  it.each(questions.filter(({ task }) => task === null))('judges the options of “$question”, with feedback for each', (question) => {
    const { options, select_type } = question;
    const isRight = options.map(({ valid }) => valid);
    const picked = (wanted: boolean) => new Set(isRight.flatMap((valid, index) => (valid === wanted ? [index] : [])));
    const answer_options = options.map((option) => ({ ...option, skill_id: null }));
    expect(select_type).toBe(picked(true).size === 1 ? 'single' : 'multiple');
    expect(judgeAnswer({ answer_options }, picked(true)).isCorrect).toBe(true);
    expect(judgeAnswer({ answer_options }, picked(false)).isCorrect).toBe(false);
    for (const option of options) expect(option.feedback_message).not.toBe('');
  });

  it.each(tasks)('judges answers to “$question”, with feedback on an expected mistake', ({ task }) => {
    const kind = kindOf(task);
    expect(kind.warnings(task)).toEqual([]);
    expect(kind.judge(task, kind.solution(task, SEED), SEED).isCorrect).toBe(true);
    const mutants = kind.mutants(task, SEED);
    expect(mutants.length).toBeGreaterThan(0);
    expect(mutants.filter((given) => kind.judge(task, given, SEED).isCorrect)).toEqual([]);
    expect(task.feedback.length).toBeGreaterThan(0);
  });

  it('has a hint in steps on every code screen, which shows no line of the answer, except in assessments', () => {
    for (const { fields, screens } of lessons) {
      for (const { fields: screen } of screens) {
        if (screen.type !== 'code' || fields.type === 'assessment') continue;
        expect({ title: screen.title, steps: screen.hint_markdown.split('\n---\n').length }).toEqual({
          title: screen.title,
          steps: expect.toSatisfy((steps: number) => steps === 2 || steps === 3) as number,
        });
        const solved = screen.answer_code.split('\n').filter((line) => line.trim().length > 12 && !screen.initial_code.includes(line));
        expect(solved.filter((line) => screen.hint_markdown.includes(line.trim()))).toEqual([]);
        expect(screen.success_markdown).not.toBe('');
      }
    }
  });

  it('has a dataset that two lessons share, in the version that comes with the product', () => {
    const links = lessons.flatMap(({ sequence, datasets }) => datasets.map((link) => ({ ...link, sequence })));
    const bytes = readFileSync('app/server/sample-datasets/island-ferry/crossings.csv');
    const hash = treeHash(new Map([['crossings.csv', createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')]]));
    expect(links).toEqual([101, 102].map((sequence) => ({ name: 'island-ferry', hash, sequence })));
  });

  it('has courses of its lessons, and a path of its courses', () => {
    const courses = sampleFolders('courses').map((folder) => {
      const files = sampleFiles(folder);
      const { content: course, problems } = COURSE_FORMAT.read(files);
      expect(problems).toEqual([]);
      expect(COURSE_FORMAT.write(course, files)).toEqual(files);
      return course;
    });
    expect(new Set(courses.flatMap((course) => course.lessons))).toEqual(new Set(lessons.map(({ sequence }) => sequence)));
    for (const folder of sampleFolders('paths')) {
      const files = sampleFiles(folder);
      const { content: path, problems } = PATH_FORMAT.read(files);
      expect(problems).toEqual([]);
      expect(PATH_FORMAT.write(path, files)).toEqual(files);
      expect(path.steps).toHaveLength(2);
      expect(new Set(path.steps.flatMap((step) => step.courses))).toEqual(new Set(courses.map(({ sequence }) => sequence)));
    }
  });

  it('uses every uuid once', () => {
    const uuids = lessons.flatMap((lesson) => [
      lesson.uuid,
      ...lesson.screens.flatMap((screen) => [
        screen.uuid,
        ...screen.skills.map(({ uuid }) => uuid),
        ...screen.questions.map(({ uuid }) => uuid),
      ]),
    ]);
    expect(new Set(uuids).size).toBe(uuids.length);
  });
});
