import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSafeName } from '#platform/content/safe-path.ts';
import { anyText } from '#testing/content/any-text.ts';
import { lessonFolder, screenFolder } from './folder-name.ts';

describe('folder names', () => {
  it.each([
    ['Reading a Table', 'reading-a-table'],
    ["  What's new? ", 'whats-new'],
    ['Größe & Länge', 'grosse-and-lange'],
    ['Ångström, Łódź, Øresund', 'angstrom-lodz-oresund'],
    ['Что такое данные', 'chto-takoe-dannye'],
    ['C++ in 50%', 'c-plus-plus-in-50-percent'],
    ['ﬁles ²', 'files-2'],
    ['日本語', 'screen'],
    ['...', 'screen'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'con'],
    ['', 'screen'],
    ['a'.repeat(300), 'a'.repeat(60)],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ])('%j is %s', (title, folder) => {
    expect(screenFolder(title, [])).toBe(folder);
  });

  it('start with the number of the lesson', () => {
    expect(lessonFolder(12, 'Data Frames')).toBe('12-data-frames');
    expect(lessonFolder(0, '！')).toBe('0-lesson');
  });

  it('differ from every existing name, ignoring case', () => {
    expect(screenFolder('Intro', ['intro'])).toBe('intro-2');
    expect(screenFolder('Intro', ['INTRO', 'intro-2'])).toBe('intro-3');
    fc.assert(
      fc.property(fc.array(anyText(), { maxLength: 20 }), (titles) => {
        const taken: string[] = [];
        for (const title of titles) taken.push(screenFolder(title, taken));
        expect(new Set(taken).size).toBe(taken.length);
        for (const name of taken) {
          expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
          expect(name.length).toBeLessThanOrEqual(60);
          expect(isSafeName(name)).toBe(true);
        }
      }),
    );
  });
});
