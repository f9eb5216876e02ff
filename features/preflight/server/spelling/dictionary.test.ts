import { beforeAll, describe, expect, it } from 'vitest';
import { sampleLessons } from '#testing/content/sample-lessons.ts';
import { LessonDocuments } from '../../rules/lesson-documents.ts';
import { spelledWords } from '../../rules/spelling.ts';
import { openDictionary, type Dictionary } from './dictionary.ts';

let dictionary: Dictionary;
beforeAll(async () => {
  dictionary = await openDictionary();
});

describe('the dictionary', () => {
  it.each(['colour', 'color', "isn't", 'Wednesday', 'naïve', 'dataframe', 'regex', 'tuple', 'The', 'London'])('knows “%s”', (word) => {
    expect([...dictionary.check([word])]).toEqual([]);
  });

  it.each([
    ['recieve', 'receive'],
    ['definately', 'definitely'],
    ['Seperate', 'separate'],
    ['occured', 'occurred'],
    // Nothing is close.
    ['lesen', null],
    ['bubblewrap', null],
  ])('doesn’t know “%s”, and suggests %s', (word, expected) => {
    expect([...dictionary.check([word])]).toEqual([[word, expected]]);
  });

  it('knows every word of the sample lessons', () => {
    const words = sampleLessons().flatMap(({ lesson }) => spelledWords(new LessonDocuments(lesson)).map(({ word }) => word));
    expect(words.length).toBeGreaterThan(300);
    expect([...dictionary.check(words)]).toEqual([]);
  });
});
