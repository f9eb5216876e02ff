import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedLesson } from '#testing/content/imported-screens.ts';
import type { CodePlace } from './code-needs.ts';
import type { ImportChoices } from './lesson-from-cells.ts';
import { readRequirements } from './needed-packages.ts';
import { shownPlaces, summedNotes } from './summed-notes.ts';

const imported = (source: string, choices: Partial<ImportChoices> = {}, name = 'a.md') => importedLesson(name, encodeUtf8(source), choices);
const code = (language: string, source: string) => `\`\`\`${language}\n${source}\n\`\`\``;
const place = (more: Partial<CodePlace> = {}): CodePlace => ({ hasFile: () => false, hasDatabase: false, versions: new Map(), ...more });
const reasons = (source: string, choices: Partial<ImportChoices> = {}) =>
  imported(source, choices).report.notes.map(({ reason }) => reason);

describe('the packages that code needs', () => {
  it.each([
    ['python', 'import seaborn as sns, os\nimport numpy', ['seaborn']],
    ['python', 'from sklearn.linear_model import LinearRegression', ['scikit-learn']],
    ['python', 'import cv2\nimport Bio.SeqIO\nfrom mpl_toolkits import mplot3d', ['opencv-python', 'biopython']],
    ['python', 'import constructor', ['constructor']],
    ['python', '# import seaborn\nprint("import seaborn")', []],
    ['r', 'library(dplyr)\nrequire("ggplot2")\nlibrary(stats)\nsf::st_read(x)', ['dplyr', 'ggplot2', 'sf']],
    ['bash', 'import seaborn', []],
  ])('of %s: %s', (language, source, packages) => {
    expect(imported(code(language, source)).report.packages).toEqual(packages);
  });

  it('are found by any spelling of their names, and are as many as a lesson can have', () => {
    const versions = new Map([['scikit-learn', '1.2']]);
    const many = Array.from({ length: 205 }, (_, index) => `import m${index}`).join('\n');
    const { packages, report } = imported(code('python', `import sklearn, Scikit_Learn\n${many}`), {
      place: place({ versions }),
      packages: true,
    });
    expect(packages[0]).toMatchObject({ version: '1.2' });
    expect(packages).toHaveLength(200);
    expect(report.notes).toContainEqual({ place: '', reason: expect.stringMatching(/at most 200 packages\. .*: m199, .*m204\./) });
  });

  it('are those of code that was added to an exported document', () => {
    const cell = (cell_type: string, source: string, part?: string) => ({
      cell_type,
      source,
      metadata: part === undefined ? {} : { lessonwright: { part, type: 'text' } },
    });
    const lessonwright = { version: 1, language: 'python', language_version: null };
    const source = JSON.stringify({
      nbformat: 4,
      metadata: { kernelspec: { language: 'python' }, lessonwright },
      cells: [cell('markdown', '## A', 'screen'), cell('code', 'import seaborn')],
    });
    expect(imported(source, { packages: true }, 'a.ipynb').packages).toMatchObject([{ name: 'seaborn' }]);
    expect(imported(source, {}, 'a.ipynb')).toMatchObject({ packages: [], report: { packages: ['seaborn'] } });
  });

  it('are those of the setup code and the tests of exercises, too', () => {
    const chunks = [
      ['r a, exercise=TRUE', 'x'],
      ['r a-setup', 'library(dplyr)'],
      ['r a-check', 'grade_this({ pass_if_equal(sf::st_read("map.csv")) })'],
    ] as const;
    const { report } = imported(chunks.map(([info, source]) => code(`{${info}}`, source)).join('\n\n'), {}, 'a.Rmd');
    expect(report.packages).toEqual(['dplyr', 'sf']);
    expect(report.notes.map(({ reason }) => reason)).toContainEqual(expect.stringContaining('The code opens map.csv'));
  });

  it('are added if they are chosen, in the version that the collection asks for', () => {
    const source = code('python', 'import seaborn\nimport helpers');
    const at = place({ versions: new Map([['seaborn', '0.12']]), hasFile: (address) => address === 'helpers.py' });
    expect(imported(source, { place: at }).packages).toEqual([]);
    const chosen = imported(source, { place: at, packages: true });
    expect(chosen.packages).toEqual([{ name: 'seaborn', version: '0.12', show_in_editor: false }]);
    expect(chosen.report.notes).toMatchObject([{ reason: expect.stringMatching(/seaborn\. They were added/) }]);
    expect(reasons(source, { place: at })).toEqual([expect.stringMatching(/runs don’t have: seaborn\. Add them/)]);
  });

  it.each([
    [
      'requirements.txt',
      'seaborn==0.12\nscikit-learn>=1 # for models\njupyter-book\n-r more.txt\n',
      [
        ['seaborn', '0.12'],
        ['scikit-learn', null],
      ],
    ],
    [
      'environment.yml',
      'name: x\nchannels:\n  - conda-forge\ndependencies:\n  - python=3.11\n  - geopandas=0.14\n  - r-dplyr\n',
      [
        ['geopandas', '0.14'],
        ['dplyr', null],
      ],
    ],
    [
      'DESCRIPTION',
      'Package: x\nImports:\n    dplyr,\n    ggplot2 (>= 3.0)\nLicense: MIT\n',
      [
        ['dplyr', null],
        ['ggplot2', null],
      ],
    ],
  ])('are read from %s', (name, text, packages) => {
    expect([...readRequirements(name, text)]).toEqual(packages);
  });
});

describe('what code opens and runs don’t have', () => {
  it.each([
    [
      'a web address',
      'python',
      'pd.read_csv("https://owls.example/a.csv")',
      'The code opens https://owls.example/a.csv, and runs have no network.',
    ],
    [
      'a command that fetches',
      'bash',
      'wget https://owls.example/a.zip',
      'The code opens wget https://owls.example/a.zip, and runs have no network.',
    ],
    [
      'a database on a server',
      'python',
      'create_engine("postgresql://me@db/owls")',
      'The code opens postgresql://me@db/owls, and runs have no network.',
    ],
    ['a file', 'python', 'open("data/owls.csv")', 'The code opens data/owls.csv, which isn’t imported with it.'],
    ['a file by its argument', 'r', 'read.csv(file = "data/x.csv")', 'The code opens data/x.csv, which isn’t imported with it.'],
    ['a database', 'python', 'sqlite3.connect("owls.db")', 'The code opens owls.db, which isn’t imported with it.'],
    ['no database of queries', 'sql', 'SELECT * FROM owls', 'The queries have no database.'],
  ])('is named: %s', (_name, language, source, reason) => {
    expect(reasons(code(language, source)).filter((each) => each.startsWith(reason))).toHaveLength(1);
  });

  it.each([
    ['a file that the code writes first', 'python', 'df.to_csv("a.csv")\npd.read_csv("a.csv")'],
    ['a file that is written', 'python', 'open("a.txt", "w")'],
    ['a figure that is written', 'r', 'pdf(file = "a.png")'],
    ['a table that a query makes', 'sql', 'CREATE TABLE owls (id int)'],
    ['a file that is there', 'python', 'open("there.csv")'],
  ])('is not %s', (_name, language, source) => {
    expect(reasons(code(language, source), { place: place({ hasFile: (address) => address === 'there.csv' }) })).toEqual([]);
  });
});

describe('marks that lessons don’t understand', () => {
  it.each([
    ['quiz marks or wiki links', 'Two? [[2]]', '[[2]]'],
    ['quiz marks or wiki links', 'Is it [(X)] yes', '[(X)]'],
    ['shortcodes', 'See {{< video owls.mp4 >}}', '{{< video owls.mp4 >}}'],
    ['templates', 'See {{ site.url }}', '{{ site.url }}'],
    ['templates', 'See {% figure owls %}', '{% figure owls %}'],
    ['citations', 'Owls hoot [@knuth1984, p. 3].', '[@knuth1984'],
    ['citations', 'As @knuth1984 says.', '@knuth1984'],
    ['raw TeX', 'An \\emph{owl}.', '\\emph{owl}'],
    ['boxes and tabs of MkDocs', '!!! note "Owls"', '!!! note "Owls"'],
    ['parts of an exercise', '`@sct`', '`@sct`'],
    ['HTML', '<form action="x">', '<form action="x">'],
    ['highlights', 'An ==owl==.', '==owl=='],
    ['sub- and superscripts', 'H~2~O', '~2~'],
    ['names of emoji', 'Hello :owl:', ':owl:'],
    ['directives', 'An :abbr[owl]', ':abbr[owl]'],
    ['embedded media', '!?[film](x.mp4)', '!?[film](x.mp4)'],
    ['tables of contents', '[TOC]', '[TOC]'],
    ['comments', '% hidden', '% hidden'],
    ['grid tables', '+---+---+', '+---+---+'],
    ['attributes', 'Owls{: .big}', '{: .big}'],
    ['attributes', '[Owls](https://owls.example){.big}', '{.big}'],
    ['attributes', '![Owls](https://owls.example/a.png){width=40 .big}', '{width=40 .big}'],
    ['directives', '.. seealso:: owls', '.. seealso:: owls'],
    ['macros', '@owl(1, 2)', '@owl(1, 2)'],
    ['macros', '@Owls.python', '@Owls.python'],
    ['alerts', '> [!BUG]\n> Owls', '[!BUG]'],
    ['includes', '!include owls.md', '!include owls.md'],
    ['components', '<owl-box name="x">Owls</owl-box>', '<owl-box name="x">'],
    ['components', '<Owl kind="barn" />', '<Owl kind="barn" />'],
    ['footnotes without text', 'Owls[^barn]', '[^barn]'],
  ])('are counted and named: %s in %s', (name, source, sample) => {
    expect(reasons(`Text.\n\n${source}`)).toContainEqual(expect.stringContaining(`1 × ${name} that lessons don’t understand: ${sample}.`));
  });

  it.each([
    '`[[2]]`',
    '$\\frac{1}{2}$',
    'me@owls.example',
    'At 12:30:45',
    '[a](b.md "@x")',
    '```json\n{{ x }}\n```',
    '2 ~ 3',
    '[x](https://a.example/@owls/12)',
    '![Owls](https://owls.example/a.png){#fig-owls width=40 fig-alt="Two owls"}',
    '`<Owl />` and <https://owls.example>',
    '> [!NOTE]\n> Owls',
    'Owls[^1]\n\n# B\n\n[^1]: They hoot.',
  ])('are none in %s', (source) => expect(reasons(source).filter((reason) => reason.includes('understand'))).toEqual([]));

  it('are summed up by kind, with their places', () => {
    expect(imported('One [[1]].\n\n# B\n\nTwo [[2]] and [[3]].').report.notes).toEqual([
      {
        place: 'Line 1',
        reason:
          '3 × quiz marks or wiki links that lessons don’t understand: [[1]] [[2]] [[3]]. They are in the text as they are written. Also in Line 5.',
      },
    ]);
  });

  it('include the metadata of cells', () => {
    expect(reasons('Text\n\n+++ {"slide": true}\n\nMore')).toEqual([
      'Metadata of a cell has no place in a lesson and was left out: slide.',
    ]);
  });
});

describe('what has no counterpart', () => {
  it.each([
    ['::: {.owls}\nText\n:::', 'The part “{.owls}” has no counterpart. Its content was kept as text.'],
    ['::: owls\nText\n:::', 'The part “owls” has no counterpart. Its content was kept as text.'],
    ['::: note\n:::: owls\nText\n::::\n:::', 'The part “owls” has no counterpart. Its content was kept as text.'],
    ['[Text]{.owls #a}', 'Attributes of words were left out: .owls #a.'],
    ['Text\n{: .owls}', 'Attributes were left out: {: .owls}.'],
    ['```{owls barn, echo=TRUE}\nText\n```', 'Code in owls does not run in lessons; it was kept as a listing in the text.'],
  ])('is reported: %s', (source, reason) => {
    expect(reasons(source)).toEqual([reason]);
    expect(imported(source).screens[0]?.fields.body_markdown).toContain('Text');
  });

  it('leaves out labels, which links use', () => expect(reasons('[Text]{#owls}')).toEqual([]));
});

describe('equal notes', () => {
  it('are summed up', () => {
    const notes = ['Cell 1', 'Cell 2', 'Cell 2'].map((each) => ({ place: each, reason: 'No.' }));
    expect(summedNotes([...notes, { place: '', reason: 'Other.' }])).toEqual([
      { reason: 'No.', count: 3, places: ['Cell 1', 'Cell 2'] },
      { reason: 'Other.', count: 1, places: [''] },
    ]);
    expect(shownPlaces(Array.from({ length: 14 }, (_, at) => String(at)))).toMatch(/^0, 1, .* 11 and 2 more$/);
  });
});
