import { describe, expect, it } from 'vitest';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { sampleLessons } from '#testing/content/sample-lessons.ts';
import { applyChanges } from './apply-changes.ts';
import { checkDocuments } from './check-lesson.ts';
import { LessonDocuments } from './lesson-documents.ts';
import { misspellings, spelledWords } from './spelling.ts';

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

  it('is named once where most words are unknown', () => {
    const words = spelledWords(new LessonDocuments(lessonOf('lorum dolla sittem ametto consec adipi elitto seddo and more here')));
    expect(misspellings(words, new Map(words.map(({ word }) => [word, null])))).toMatchObject([{ rule: 'spelling-language' }]);
  });
});

const FRENCH = 'Dans cette leçon, nous allons lire un fichier. Il contient les noms des oiseaux et leur poids, que vous pouvez trier.';

describe('a text of another language', () => {
  const look = (body: string) => checkDocuments(new LessonDocuments(lessonOf(body)), new Map([['Dans', null]]));

  it.each([
    ['French', FRENCH],
    ['German', 'Wir lesen eine Datei und sortieren sie. Die Namen der Vögel sind in der ersten Spalte, das Gewicht ist in der zweiten.'],
    ['Spanish', 'En esta lección vamos a leer un archivo. Los nombres de las aves están en la primera columna, y el peso es la segunda.'],
    ['Italian', 'In questa lezione si legge un file con i nomi degli uccelli. Il peso è nella seconda colonna, che non è ordinata.'],
    ['Dutch', 'In deze les lezen we een bestand. De namen van de vogels zijn in de eerste kolom, en het gewicht is niet gesorteerd.'],
    ['Portuguese', 'Nesta aula vamos ler um arquivo. Os nomes das aves estão na primeira coluna, e o peso é a segunda, que não é usada.'],
    ['Polish', 'W tej lekcji czytamy plik. Nazwy ptaków są w pierwszej kolumnie, a ich waga jest w drugiej, i nie jest to takie trudne.'],
    ['Russian', 'На этом уроке мы прочитаем файл. Названия птиц находятся в первом столбце, а вес во втором, и это легко.'],
    ['Greek', 'Σε αυτό το μάθημα διαβάζουμε ένα αρχείο. Τα ονόματα των πουλιών είναι στην πρώτη στήλη και το βάρος στη δεύτερη.'],
  ])('is named once, and none of its words: %s', (_language, body) => {
    const { findings, misspellings: words } = look(`${body}\n\n${body}`);
    expect(words).toEqual([]);
    expect(findings.filter(({ rule }) => rule.startsWith('spelling'))).toMatchObject([
      { rule: 'spelling-language', place: { line: 1, column: 1 } },
    ]);
  });

  it.each([
    ['English', 'In this lesson, we read a file. The names of the birds are in its first column, and their weight is in the second.'],
    ['a short text', 'Les oiseaux et leur poids'],
    [
      'a list of terms',
      'Mean, median, mode, variance, deviation, range, quartile, percentile, outlier, sample, population, histogram, plot',
    ],
    [
      'names of people and places',
      'Le Corbusier, La Paz, Los Angeles, Las Vegas, Des Moines, El Paso, Van der Waals, de Broglie, du Bois, San Juan',
    ],
    [
      'quotes in English',
      `The French say: “les oiseaux et les fleurs”. You can write that in a string, and it is a text as any other in Python.`,
    ],
    ['code', '```\nle la les des et est une un que dans pour pas vous nous avec\n```'],
  ])('isn’t %s', (_text, body) => {
    expect(look(body).findings.filter(({ rule }) => rule.startsWith('spelling'))).toEqual([]);
  });

  it('is no finding where the lesson states its language, and none of its words is English', () => {
    const lesson = lessonOf(FRENCH);
    const stated = (text_language: string) => new LessonDocuments({ ...lesson, fields: { ...lesson.fields, text_language } });
    expect(checkDocuments(stated('fr'), new Map()).findings.filter(({ rule }) => rule.startsWith('spelling'))).toEqual([]);
    expect(spelledWords(stated('fr'))).toEqual([]);
    expect(spelledWords(stated('en-GB'))).toEqual(spelledWords(new LessonDocuments(lesson)));
  });

  it('leaves the other texts of its lesson to the dictionary', () => {
    const lesson = lessonOf(FRENCH);
    const [screen] = lesson.screens;
    if (!screen) throw new Error('There is no screen.');
    const second = { ...screen, folder: 'second', uuid: '00000000-0000-4000-8000-000000000001' };
    const english = {
      ...second,
      fields: { ...screen.fields, body_markdown: 'We recieve a file from the server, and then we read it in the usual way.' },
    };
    const words = spelledWords(new LessonDocuments({ ...lesson, screens: [screen, english] })).map(({ word }) => word);
    expect(words).toContain('recieve');
    expect(words).not.toContain('oiseaux');
  });
});
