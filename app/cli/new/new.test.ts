import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { runProgram } from '../program.ts';
import { newLesson } from './new-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-new-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...words: string[]) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const output = { print: write, note: write, isTerminal: false };
  const code = await runProgram(words, { folder, environment: {}, output, signal: new AbortController().signal });
  return { code, text: lines.join('\n') };
}

describe('lessonwright new', () => {
  it('writes folders into an empty content repository, with the numbers after the highest', async () => {
    expect(await run('new', 'content')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/settings\.json[^]+lessonwright new lesson/) as string,
    });
    const under = await run('new', 'lesson', 'Ünder the bridge', '--author', 'Ann', '--number', '7');
    expect(under).toMatchObject({ code: 0, text: expect.stringMatching(/: lessonwright preview lessons\/7-under-the-bridge$/) as string });
    expect((await run('new', 'lesson', 'Second', '--language', 'none', '--template', 'none')).code).toBe(0);
    expect((await run('new', 'course', 'A course')).code).toBe(0);
    expect((await run('new', 'path', 'A path')).code).toBe(0);
    expect(await readdir(join(folder, 'lessons'))).toEqual(['7-under-the-bridge', '8-second']);
    expect(await readdir(join(folder, 'courses'))).toEqual(['1-a-course']);
    expect(await readdir(join(folder, 'paths'))).toEqual(['1-a-path']);
    const yaml = await readFile(join(folder, 'lessons/7-under-the-bridge/lesson.yaml'), 'utf8');
    expect(yaml).toContain('title: Ünder the bridge\n');
    expect(yaml).toContain('author: Ann\n');
    const checked = await run('check', '--no-run', '--format', 'json');
    const rules = new Set((JSON.parse(checked.text) as { findings: { rule: string }[] }).findings.map(({ rule }) => rule));
    // What the author still has to write, and nothing that can't be read.
    expect([...rules].toSorted()).toEqual(['answer-missing', 'leftover', 'screen-empty', 'screen-title-missing']);
  });

  it.each([
    [['lesson', 'Third', '--number', '7'], 'lessons/7-under-the-bridge has the number 7.'],
    [['lesson', 'Third', '--number', '1.5'], '--number must be a whole number'],
    [['lesson', 'Third', '--language', 'cobol'], 'There is no language “cobol”'],
    [['lesson', 'Third', '--template', 'none-such'], 'There is no template “none-such”'],
    [['lesson', 'Two', 'words'], '"Two words"'],
    [['lesson'], 'Name the lesson'],
    [['screen', 'A'], 'lesson, course, path or content'],
    [['content'], 'isn’t empty'],
  ])('refuses %j, and writes nothing', async (words, message) => {
    const before = await readdir(folder, { recursive: true });
    expect(await run('new', ...words)).toMatchObject({ code: 2, text: expect.stringContaining(message) as string });
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });
});

it('writes a lesson that reads back as it is', () => {
  const { folder: name, files } = newLesson({ sequence: 3, title: 'Sums', author: 'Ann', language: null, template: 'worked-example' });
  const { lesson, problems } = readLesson(files);
  expect({ name, problems }).toEqual({ name: '3-sums', problems: [] });
  expect(lesson.screens.map(({ folder: screen }) => screen)).toEqual(['screen', 'screen-2', 'screen-3']);
});
