import { describe, expect, it } from 'vitest';
import type { LessonContent } from '#content/lesson-content.ts';
import { applyChanges } from './apply-changes.ts';
import { LessonDocuments } from './lesson-documents.ts';
import { misspellings, spelledWords } from './spelling.ts';
import { sampleLessons } from '../../testing/sample-lessons.ts';

function lessonOf(body_markdown: string, code = ''): LessonContent {
  const [sample] = sampleLessons();
  const [screen] = sample?.lesson.screens ?? [];
  if (!sample || !screen) throw new Error('There is no sample lesson.');
  const fields = { ...screen.fields, body_markdown, instructions_markdown: '', hint_markdown: '', chat_prompt: '', answer_code: code };
  const texts = { setup_code: '', initial_code: '', display_code: '' };
  return { ...sample.lesson, packages: [], data_files: [], screens: [{ ...screen, questions: [], fields: { ...fields, ...texts } }] };
}

const wordsOf = (body: string, code?: string) => spelledWords(new LessonDocuments(lessonOf(body, code))).map(({ word }) => word);

describe('the words of a text', () => {
  it.each([
    ['words of four letters and more, each once', 'Read this text, then this one.', ['Read', 'this', 'text', 'then']],
    ['apostrophes, straight and round', 'Learners’ notes aren’t it’s, the cat’s tail', ['Learners', 'notes', "aren't", 'tail']],
    ['no code', 'Use `recieve` here\n\n```python\nrecieve\n```', ['here']],
    ['no formulas', 'Thus $recieve = 1$ holds', ['Thus', 'holds']],
    ['no addresses', '[Text](http://exmaple.org/recieve "Title") https://exmaple.org/recieve', ['Text', 'Title']],
    ['no tags and attributes', '<span class="recieve">Text</span> ![Alt text](images/recieve.png){width=halff}', ['Text']],
    ['no names in camel case and abbreviations', 'The NumPy and JSON files, DataFrames', ['files']],
    ['no names with underscores, digits, dots and calls', 'price_nett, data2x, plots.pngg, meann() and pandass.x are names', ['names']],
    ['no people, whose names are capital anywhere', 'Lovelase wrote it. Then Ada Lovelase slept.', ['wrote', 'Then', 'slept']],
    ['letters with accents', 'A naïve résumé', ['naïve', 'résumé']],
    ['no other scripts', 'Русский язык', []],
  ])('has %s', (_, source, expected) => {
    const words = wordsOf(source);
    for (const word of expected) expect(words).toContain(word);
    expect(
      words.filter((word) => /recieve|exmaple|halff|NumPy|JSON|DataFrames|nett|data|plots|meann|pandass|Lovelase|Рус/.test(word)),
    ).toEqual([]);
  });

  it('has no names that the code uses, nor their parts', () => {
    expect(wordsOf('The totall and the prise of it', 'totall_prise = 1')).toEqual([]);
  });
});

describe('an unknown word', () => {
  it('is reported where it is first written, and mended wherever it is', () => {
    const lesson = lessonOf('Seperate rows here.\n\nThen seperate them again, with other words.');
    const words = spelledWords(new LessonDocuments(lesson));
    const [found, ...others] = misspellings(words, new Map([['Seperate', 'separate']]));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: 'spelling', place: { line: 1, column: 1, end_column: 9 }, fix: { label: 'Write “separate”' } });
    const mended = applyChanges(lesson, found?.fix?.changes ?? []);
    expect(mended?.screens[0]?.fields.body_markdown).toBe('Separate rows here.\n\nThen separate them again, with other words.');
  });

  it('has no fix without a suggestion', () => {
    const words = spelledWords(new LessonDocuments(lessonOf('Some floopy text')));
    expect(misspellings(words, new Map([['floopy', null]]))).toMatchObject([{ rule: 'spelling' }]);
    expect(misspellings(words, new Map([['floopy', null]]))[0]?.fix ?? null).toBeNull();
  });

  it('isn’t reported in a text of another language', () => {
    const words = spelledWords(
      new LessonDocuments(lessonOf('wir lesen diese lange datei, zählen dann alle zeilen jeder spalte, prüfen jeden wert')),
    );
    expect(misspellings(words, new Map(words.map(({ word }) => [word, null])))).toEqual([]);
  });
});
