import { describe, expect, it } from 'vitest';
import { COURSE_FORMAT, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { lessonFolder } from '#features/documents/rules/folder-name.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { sampleFiles, sampleFolders, sampleLessons } from '#testing/content/sample-lessons.ts';

const lessons = sampleLessons().map(({ lesson }) => lesson);

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
        (answer_output !== null && (fields.check_output || answer_variables.length > 0));
      expect(isChecked).toBe(true);
      for (const variable of answer_variables) expect(variable.value).toBeTruthy();
    }
  });

  it('has questions with a right answer and feedback for every option', () => {
    for (const { select_type, options } of lessons.flatMap(({ screens }) => screens.flatMap(({ questions }) => questions))) {
      const right = options.filter(({ valid }) => valid).length;
      expect(select_type === 'single' ? right === 1 : right > 1).toBe(true);
      for (const option of options) expect(option.feedback_message).not.toBe('');
    }
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
