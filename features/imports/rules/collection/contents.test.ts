import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { exercisesIn, findDocument, readContents } from './contents.ts';
import { byName, resolvePath, withoutSharedFolder } from './paths.ts';

const collection = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, encodeUtf8(text)]));
const contentsOf = (files: Readonly<Record<string, string>>) => {
  const { listed, ...rest } = readContents(collection(files));
  return { ...rest, listed: listed.map(({ path, title, part }) => [path, title, part].join(' | ')) };
};

describe('the table of contents', () => {
  it('reads the root, parts, chapters and sections of a Jupyter Book', () => {
    const toc = `format: jb-book
root: intro
parts:
  - caption: Basics
    chapters:
      - file: basics/loops
        title: Round and round
        sections:
          - file: basics/while
      - glob: basics/more-*
  - caption: Later
    chapters:
      - file: basics/gone
      - url: https://example.org/
      - file: basics/slides.pdf
`;
    const files = {
      '_toc.yml': toc,
      '_config.yml': 'title: Programming\nauthor: Ada\n',
      'intro.md': '# Welcome',
      'basics/loops.ipynb': '{}',
      'basics/while.md': '',
      'basics/more-10.md': '',
      'basics/more-9.md': '',
      'basics/left-out.md': '',
      'basics/slides.pdf': '',
    };
    expect(contentsOf(files)).toEqual({
      source: '_toc.yml',
      title: 'Programming',
      description: '',
      listed: [
        'intro.md |  | ',
        'basics/loops.ipynb | Round and round | Basics',
        'basics/while.md |  | Basics',
        'basics/more-9.md |  | Basics',
        'basics/more-10.md |  | Basics',
      ],
      unlisted: ['basics/left-out.md'],
      notes: [
        { path: 'basics/gone', reason: 'The table of contents lists it, but the collection doesn’t have it.' },
        { path: 'https://example.org/', reason: 'A link of the table of contents. It isn’t a document.' },
        { path: 'basics/slides.pdf', reason: 'Only Jupyter notebooks and Markdown files can be imported.' },
      ],
    });
  });

  it('reads the list of an old Jupyter Book', () => {
    const toc = '- file: index\n- part: One\n  chapters:\n  - file: a\n- header: Two\n- file: b\n';
    const files = { 'book/_toc.yml': toc, 'book/index.md': '', 'book/a.md': '', 'book/b.md': '' };
    expect(contentsOf(files).listed).toEqual(['book/index.md |  | ', 'book/a.md |  | One', 'book/b.md |  | ']);
  });

  it('reads titles, children and patterns of MyST', () => {
    const toc = `version: 1
project:
  title: Maps
  description: How to draw them.
  toc:
    - file: index.md
    - title: Part one
      children:
        - file: b.md
          title: Second
        - pattern: extra/**.md
    - url: https://example.org
`;
    const files = { 'myst.yml': toc, 'index.md': '', 'b.md': '', 'extra/x.md': '', 'extra/deep/y.md': '' };
    expect(contentsOf(files)).toMatchObject({
      source: 'myst.yml',
      title: 'Maps',
      description: 'How to draw them.',
      listed: ['index.md |  | ', 'b.md | Second | Part one', 'extra/x.md |  | Part one'],
      unlisted: ['extra/deep/y.md'],
    });
  });

  it('reads the table of contents of a Jupyter Book for MyST', () => {
    const files = { 'myst.yml': 'project:\n  title: Maps\n', '_toc.yml': 'root: b\n', 'a.md': '', 'b.md': '' };
    expect(contentsOf(files)).toMatchObject({ source: '_toc.yml', title: 'Maps', listed: ['b.md |  | '] });
  });

  it('reads parts of a Quarto book with and without a document', () => {
    const toc = `project:
  type: book
book:
  title: Statistics
  abstract: For everyone.
  chapters:
    - index.qmd
    - part: part.qmd
      chapters:
        - one.qmd
    - part: "Practice"
      chapters:
        - two.Rmd
  appendices:
    - tables.qmd
`;
    const files = { '_quarto.yml': toc, 'index.qmd': '', 'part.qmd': '', 'one.qmd': '', 'two.Rmd': '', 'tables.qmd': '' };
    expect(contentsOf(files)).toMatchObject({
      title: 'Statistics',
      description: 'For everyone.',
      listed: ['index.qmd |  | ', 'part.qmd |  | ', 'one.qmd |  | ', 'two.Rmd |  | Practice', 'tables.qmd |  | '],
    });
  });

  it('reads the sidebar of a Quarto website', () => {
    const toc = `website:
  title: Course
  sidebar:
    contents:
      - href: index.qmd
        text: Start
      - section: Weeks
        contents:
          - weeks/one.qmd
          - text: "---"
      - section: All
        contents: rest
`;
    const files = { '_quarto.yml': toc, 'index.qmd': '', 'weeks/one.qmd': '', 'rest/a.qmd': '', 'rest/b.qmd': '' };
    expect(contentsOf(files).listed).toEqual([
      'index.qmd | Start | ',
      'weeks/one.qmd |  | Weeks',
      'rest/a.qmd |  | All',
      'rest/b.qmd |  | All',
    ]);
  });

  it('reads the list of episodes of a Carpentries lesson', () => {
    const files = {
      'config.yaml': "title: 'Shell'\nepisodes:\n- 02-files.md\n- 01-intro.Rmd\n",
      'episodes/01-intro.Rmd': '',
      'episodes/02-files.md': '',
      'learners/setup.md': '',
      'index.md': '',
    };
    expect(contentsOf(files)).toMatchObject({
      source: 'config.yaml',
      title: 'Shell',
      listed: ['episodes/02-files.md |  | ', 'episodes/01-intro.Rmd |  | ', 'learners/setup.md |  | Learners'],
      unlisted: ['index.md'],
    });
  });

  it('orders the episodes of an old Carpentries lesson by name', () => {
    const files = {
      '_config.yml': 'title: Git\n',
      '_episodes/02-b.md': '',
      '_episodes/01-a.md': '',
      'bin/new/_episodes/01-x.md': '',
      'about.md': '',
      'reference.md': '',
    };
    expect(contentsOf(files)).toMatchObject({
      source: '_config.yml',
      title: 'Git',
      listed: ['_episodes/01-a.md |  | ', '_episodes/02-b.md |  | ', 'reference.md |  | Learners'],
      unlisted: ['about.md', 'bin/new/_episodes/01-x.md'],
    });
  });

  it('may be missing: documents are ordered by name, and a README is not one of them', () => {
    const files = {
      'README.md': '[![badge](x)](y)\n\n# Birds of the North\n\nA course about birds.\n\nMore.',
      '10-owls.md': '',
      '2-gulls.ipynb': '',
      'part/2.md': '',
      'part/index.md': '',
      'notes.txt': '',
    };
    expect(contentsOf(files)).toEqual({
      source: null,
      title: 'Birds of the North',
      description: 'A course about birds.',
      listed: ['2-gulls.ipynb |  | ', '10-owls.md |  | ', 'part/index.md |  | part', 'part/2.md |  | part'],
      unlisted: ['README.md'],
      notes: [],
    });
  });

  it('may be broken: it is reported, and documents are ordered by name', () => {
    const read = contentsOf({ '_toc.yml': 'chapters: [', 'a.md': '' });
    expect(read).toMatchObject({ source: null, listed: ['a.md |  | '] });
    expect(read.notes[0]?.path).toBe('_toc.yml');
  });

  it('reads the chapters of a bookdown book', () => {
    const files = { '_bookdown.yml': 'book_title: Birds\nrmd_files: ["index.Rmd", "b.Rmd"]\n', 'index.Rmd': '', 'b.Rmd': '', 'a.Rmd': '' };
    expect(contentsOf(files)).toMatchObject({ source: '_bookdown.yml', title: 'Birds', listed: ['index.Rmd |  | ', 'b.Rmd |  | '] });
    const outputs = { '_bookdown.yml': 'rmd_files:\n  html: [b.Rmd]\n  latex: [a.Rmd]\n', 'b.Rmd': '', 'a.Rmd': '' };
    expect(contentsOf(outputs)).toMatchObject({ listed: ['b.Rmd |  | '], unlisted: ['a.Rmd'] });
  });

  it('chooses no documents of hidden folders, such as solutions beside an exercise', () => {
    const tests = 'import unittest\nfrom leap import is_leap\n';
    const files = { 'leap/test_leap.py': tests, 'leap/leap.py': '', 'leap/.notes/answer.md': '# Answer', 'leap/more.md': '# More' };
    expect(contentsOf(files)).toMatchObject({
      listed: ['leap/more.md |  | leap', 'leap/test_leap.py | Leap | '],
      unlisted: ['leap/.notes/answer.md'],
    });
  });

  it('offers an exercise beside the table of contents as one lesson', () => {
    const tests = 'import unittest\nfrom leap import is_leap\n';
    const exercise = { 'leap/test_leap.py': tests, 'leap/leap.py': '', 'leap/README.md': '# Leap', 'a.md': '', 'b.md': '' };
    expect(contentsOf({ '_toc.yml': 'root: a\n', ...exercise })).toMatchObject({
      listed: ['a.md |  | '],
      unlisted: ['b.md', 'leap/test_leap.py'],
    });
    expect(contentsOf({ '_toc.yml': 'root: leap/README\n', ...exercise })).toMatchObject({
      listed: ['leap/README.md |  | '],
      unlisted: ['a.md', 'b.md'],
    });
  });

  it('finds exercises once, and reads no other files for them', () => {
    const tests = encodeUtf8('import unittest\nfrom leap import is_leap\nclass A(unittest.TestCase): pass\n');
    const files = new Map([
      ['leap/test_leap.py', tests],
      ['leap/leap.py', encodeUtf8('\uFEFFx = 1\r\ny = 2\r\n')],
      ['other/notes.md', encodeUtf8('x')],
    ]);
    const found = exercisesIn(files);
    expect(found.map(({ path, left, fields }) => [path, left, fields.initial_code])).toEqual([['leap/test_leap.py', [], 'x = 1\ny = 2\n']]);
    expect(exercisesIn(files)).toBe(found);
  });

  it('can’t lead out of the collection', () => {
    const files = { '_toc.yml': 'root: ../../etc/passwd\nchapters:\n- file: /a\n- glob: ../*\n', 'a.md': '' };
    expect(contentsOf(files)).toMatchObject({ listed: ['a.md |  | '], notes: [{ path: '../../etc/passwd' }, { path: '../*' }] });
  });

  it('that a build writes is replaced by the order of names, and named', () => {
    const contents = contentsOf({ '_toc.yml': 'chapters:\n- file: _build/a\n', 'b.md': '', 'a.md': '' });
    expect(contents).toMatchObject({ source: null, listed: ['a.md |  | ', 'b.md |  | '] });
    expect(contents.notes[0]).toEqual({
      path: '_toc.yml',
      reason: 'It lists none of these documents; a build may write it. The documents are ordered by name instead.',
    });
  });

  it('of a book without a title has that of its first chapter', () => {
    const chapter = '---\ntitle: "Owls at night"\n---\n\n# One';
    expect(contentsOf({ '_bookdown.yml': 'rmd_files: [index.Rmd]', 'index.Rmd': chapter }).title).toBe('Owls at night');
    expect(contentsOf({ 'index.Rmd': chapter, '02-b.Rmd': '' }).title).toBe('Owls at night');
  });

  it('finds a pattern with many stars at once', () => {
    const pattern = `${'**/'.repeat(40)}${'*a'.repeat(40)}b.md`;
    const path = `${'a/'.repeat(300)}${'a'.repeat(200)}.md`;
    expect(contentsOf({ '_toc.yml': `chapters:\n- x.md\n- glob: "${pattern}"\n`, [path]: '', 'x.md': '' }).listed).toEqual(['x.md |  | ']);
  });
});

describe('paths', () => {
  it.each([
    ['a/b', 'x.md', 'a/b/x.md'],
    ['a/b', '../x.md', 'a/x.md'],
    ['a/b', '/x.md', 'x.md'],
    ['a', './x%20y.png', 'a/x y.png'],
    ['a', '../../x', null],
    ['', '..%2Fx', null],
    ['', 'https://example.org/x', null],
    ['', '//example.org/x', null],
    ['', '.git/config', null],
    ['', 'a\u0000b', null],
    ['a', String.raw`..\x`, 'x'],
  ])('in %j, %j is %j', (folder, address, path) => expect(resolvePath(folder, address)).toBe(path));

  it('are sorted as people number files', () => {
    expect(['b/1.md', '10.md', '9.md', 'b/index.md', 'a.md'].sort(byName)).toEqual(['9.md', '10.md', 'a.md', 'b/index.md', 'b/1.md']);
  });

  it('lose a folder that all share', () => {
    const files = collection({ 'repo-main/docs/a.md': '', 'repo-main/docs/img/b.png': '' });
    expect([...withoutSharedFolder(files).keys()]).toEqual(['a.md', 'img/b.png']);
    expect([...withoutSharedFolder(collection({ 'a/b.md': '', 'c.md': '' })).keys()]).toEqual(['a/b.md', 'c.md']);
  });

  it.each([
    ['a', 'a.md'],
    ['a.html', 'a.md'],
    ['b', 'b/index.qmd'],
    ['c.ipynb', 'c.ipynb'],
    ['d', null],
  ])('the address %j means %j', (address, path) => {
    expect(findDocument(collection({ 'a.md': '', 'b/index.qmd': '', 'c.ipynb': '', 'd.png': '' }), '', address)).toBe(path);
  });
});

it.each([
  ['PrairieLearn', 'infoCourse.json'],
  ['PrairieLearn', 'questions/add/question.html'],
  ['TutorialKit', 'tutorialkit.config.ts'],
  ['H5P', 'quiz.h5p'],
])('names a course of %s, which can’t be read', (tool, path) => {
  const { notes } = readContents(new Map([[path, encodeUtf8('')]]));
  expect(notes).toMatchObject([{ path, reason: expect.stringContaining(`a course of ${tool}, which can’t be imported`) }]);
});

it('offers lessons of swirl, and no other YAML', () => {
  const files = new Map([
    ['Basics/lesson.yaml', encodeUtf8('- Class: meta\n  Lesson: Basics\n')],
    ['lesson.yaml', encodeUtf8('title: A lesson\n')],
  ]);
  expect(readContents(files).listed.map(({ path }) => path)).toEqual(['Basics/lesson.yaml']);
});
