import { DatabaseSync } from 'node:sqlite';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { lessonFolder, slug } from '#features/documents/rules/folder-name.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { shortLessonLink } from '#platform/content/lesson-link.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { pngBytes } from '../png-bytes.ts';
import { ONE_OF_EACH } from '../questions/sample-tasks.ts';
import { exportedLesson } from './exported-lesson.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Published collections in small: each has several documents that link to each other. */
export interface Material {
  readonly title: string;
  readonly files: Files;
  /** They are the folders of lessons, as a release has them, instead of documents. */
  readonly isRelease?: true;
}

const OWL = pngBytes(4, 3);

function notebook(cells: readonly (readonly [type: 'markdown' | 'code', source: string, more?: object])[], kernel: string): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: kernel, display_name: kernel, language: kernel }, language_info: { name: kernel } },
    cells: cells.map(([cell_type, source, more], index) => ({
      id: `cell-${index}`,
      cell_type,
      metadata: {},
      source,
      ...(cell_type === 'code' && { execution_count: null, outputs: [] }),
      ...more,
    })),
  });
}

/** Data in folders, a module beside the documents that imports another one, and an image that several documents show. */
const PYTHON: Material = {
  title: 'Bird counts',
  files: {
    'birds/_config.yml': 'title: Bird counts\n',
    'birds/_toc.yml':
      'format: jb-book\nroot: intro\nparts:\n- caption: Work\n  chapters:\n  - file: chapters/reading\n  - file: chapters/plots\n',
    'birds/requirements.txt': 'seaborn==0.13.2\n',
    'birds/intro.md':
      '# Counting birds\n\n![An owl](img/owl.png)\n\nFirst [read the counts](chapters/reading.ipynb#clean-up), then [plot](chapters/plots.md).\n\n## What you need\n\nThe file [of all counts](data/raw/counts.csv).\n',
    'birds/chapters/reading.ipynb': notebook(
      [
        ['markdown', '# Reading\n\nWe go on from [the start](../intro.md#what-you-need).'],
        [
          'code',
          'import helpers\nrows = helpers.read("data/raw/counts.csv")\nprint(len(rows))',
          { outputs: [{ output_type: 'stream', name: 'stdout', text: ['3\n'] }] },
        ],
        ['markdown', '## Clean up\n\nSome rows have no number.'],
        ['code', 'import csv\nfrom pathlib import Path\nfolder = Path("data") / "raw"\nnotes = (folder / "notes 1.txt").read_text()'],
        ['code', '1 / 0', { metadata: { tags: ['raises-exception'] } }],
      ],
      'python',
    ),
    'birds/chapters/data/raw/counts.csv': 'bird,count\nowl,3\nrobin,\n',
    'birds/chapters/data/raw/notes 1.txt': 'Counted at dawn.\n',
    'birds/chapters/helpers.py': 'from tools import rows_of\n\n\ndef read(path):\n    return rows_of(path)\n',
    'birds/chapters/tools.py': 'def rows_of(path):\n    return open(path).read().splitlines()\n',
    'birds/chapters/plots.md':
      '# Plots\n\n```python\nimport seaborn\nimport pandas as pd\ncounts = pd.read_csv("data/raw/counts.csv")\n```\n\n## Bars & lines\n\nBack to [cleaning](reading.ipynb#clean-up).\n\n```python\ncounts.plot()\n```\n\n![An owl](../img/owl.png)\n',
    'birds/data/raw/counts.csv': 'bird,count\n',
    'birds/img/owl.png': OWL,
  },
};

/** Exercises of learnr with checks, a folder with tests, and hidden code. */
const R: Material = {
  title: 'Means and medians',
  files: {
    'means/_bookdown.yml': 'book_title: Means and medians\nrmd_files: [one.Rmd, two.Rmd, words_test/test_words.R]\n',
    'means/one.Rmd': [
      '# Means\n\nHow they differ from [medians](two.Rmd#the-middle).\n',
      '```{r, include=FALSE}\nheights <- read.csv(file = "data/heights.csv")\n```\n',
      '## Try it\n\nThe mean of the heights.\n',
      '```{r mean, exercise=TRUE}\n____(heights$cm)\n```\n',
      '```{r mean-hint-1}\nmean()\n```\n',
      '```{r mean-solution}\nmean(heights$cm)\n```\n',
      '```{r mean-check}\ngrade_this({\n  pass_if_equal(170)\n  fail("No.")\n})\n```\n',
    ].join('\n'),
    'means/two.Rmd': [
      '# Medians\n\nFirst [means](one.Rmd#try-it).\n',
      '## The middle\n\n```{r}\nmedian(c(1, 2, 9))\n```\n',
      '```{r quiz}\nquestion("Which?", answer("mean"), answer("median", correct = TRUE, message = "Right."))\n```\n',
    ].join('\n'),
    'means/data/heights.csv': 'cm\n160\n180\n',
    'means/words/words.R': 'words <- function(text) {\n}\n',
    'means/words/test_words.R': 'source("./words.R")\nlibrary(testthat)\n\ntest_that("one", {\n  expect_equal(words("owl"), 1)\n})\n',
    'means/words/helper-lists.R': 'owls <- c("barn", "tawny")\n',
    'means/words/README.md': '# Words\n\nCount them.\n',
    'means/words/.meta/example.R': 'words <- function(text) {\n  1\n}\n',
  },
};

function libraryDatabase(): Uint8Array {
  using database = new DatabaseSync(':memory:');
  database.exec("CREATE TABLE books (title TEXT, pages INTEGER); INSERT INTO books VALUES ('Owls', 120), ('Robins', 80);");
  return database.serialize();
}

/** Queries of the only database of the collection. */
const SQL: Material = {
  title: 'Asking a library',
  files: {
    'library/myst.yml': 'version: 1\nproject:\n  title: Asking a library\n  toc:\n    - file: start.md\n    - file: joins.md\n',
    'library/start.md':
      '# Start\n\n```sql\nSELECT title FROM books;\n```\n\n```output\nOwls\nRobins\n```\n\n## Longest book\n\nLater come [joins](joins.md#two-tables).\n\n```sql\nSELECT max(pages) FROM books;\n```\n',
    'library/joins.md':
      '# Joins\n\n:::{note}\nAs in [the start](start.md#longest-book).\n:::\n\n## Two tables\n\n```sql\nSELECT * FROM books JOIN books AS others USING (title);\n```\n',
    'library/data/library.db': libraryDatabase(),
  },
};

/** Commands that work with files, and an exercise with tests. */
const SHELL: Material = {
  title: 'Command line',
  files: {
    'shell/_quarto.yml': 'project:\n  type: book\nbook:\n  title: Command line\n  chapters:\n    - files.qmd\n    - pipes.qmd\n',
    'shell/files.qmd':
      '---\ntitle: Files\n---\n\n## Looking\n\nThen [pipes](pipes.qmd#counting-lines).\n\n```bash\nls data\ncat data/owls.txt\n```\n\n## Copying\n\n```bash\ncp data/owls.txt mine.txt\n```\n',
    'shell/pipes.qmd':
      '---\ntitle: Pipes\n---\n\nAfter [files](files.qmd#copying).\n\n## Counting lines\n\n```bash\nwc -l < data/owls.txt\nbash tools/count.sh data/owls.txt\n```\n',
    'shell/data/owls.txt': 'barn\ntawny\n',
    'shell/data/.hidden': 'x\n',
    'shell/tools/count.sh': 'wc -l "$1"\n',
  },
};

const uuid = (lesson: number, part: number) => `0000000${lesson}-0000-4000-8000-0000000000${lesson}${part}`;

function question(number: number, fields: Partial<QuestionContent>): QuestionContent {
  return {
    uuid: uuid(9, number),
    question: `Question ${number}`,
    select_type: 'single',
    options: [],
    task: null,
    skill_uuid: null,
    ...fields,
  };
}

const option = (label: string, valid: boolean, feedback_message = '') => ({ label, feedback_message, valid, skill_uuid: null });

/** What only the product's own lessons have: every kind of question, checks of every kind, accepted findings, packages. */
function ownLessons(): Files {
  const questions = {
    ...exportedLesson(
      [
        {
          title: 'Every kind',
          body_markdown: `Read [how to check](${shortLessonLink(uuid(2, 0), uuid(2, 2))}) and [the table](../../files/tables/all%20of%20it.csv).`,
          questions: [
            question(1, { options: [option('One\n\n- a', false, 'No.'), option('`two`', true)] }),
            question(2, { select_type: 'multiple', options: [option('a', true), option('b', true), option('c', false)] }),
            ...ONE_OF_EACH.map((task, index) => question(index + 3, { task })),
          ],
        },
        { title: 'Takeaways', type: 'takeaways', body_markdown: `- Ask.\n- [Check](${shortLessonLink(uuid(2, 0), null)}).` },
      ],
      { title: 'Questions', language: 'python', language_version: '3.11' },
    ),
    uuid: uuid(1, 0),
    sequence: 1,
    accepted: [{ fingerprint: '0123456789abcdef01234567', rule: 'link', file: 'screens/screen-0/learn.md', reason: 'It is right.' }],
  };
  const checks = {
    ...exportedLesson(
      [
        {
          title: 'Hidden',
          type: 'code',
          setup_code: 'secret = 42',
          display_code: 'shown = 1',
          initial_code: 'total = 0',
          answer_code: 'total = secret',
          check_output: true,
          runs_after: 'all',
          hint_markdown: `See [questions](${shortLessonLink(uuid(1, 0), uuid(1, 1))}).`,
          success_markdown: 'Well done.',
        },
        {
          title: 'Unit tests',
          type: 'code',
          initial_code: 'def two():\n    pass',
          answer_code: 'def two():\n    return 2',
          unit_test_code: 'from two import two\n\n\ndef test_two():\n    assert two() == 2',
          unit_test_framework: 'pytest',
          unit_test_module: 'two.py',
          unit_test_shows: 'name',
          inputs: 'Ada\nBen',
        },
        {
          title: 'Custom check',
          type: 'code',
          answer_code: 'x = 1',
          custom_check_code: 'check_output("```")',
          check_val: 'x',
          check_scope: 'cmd',
          solution_after: 3,
        },
      ],
      { title: 'Checks', language: 'python', language_version: '3.11', custom_check_enabled: true },
    ),
    uuid: uuid(2, 0),
    sequence: 2,
    packages: [
      { name: 'seaborn', version: '0.13.2', show_in_editor: true },
      { name: 'pycheck', version: null, show_in_editor: false },
    ],
  };
  const lessons = [questions, checks].map((lesson) => ({
    ...lesson,
    images: [{ file_name: 'cat.png' }],
    screens: lesson.screens.map((screen, index) => ({
      ...screen,
      uuid: uuid(lesson.sequence, index + 1),
      folder: slug(screen.fields.title, 'screen'),
    })),
  }));
  const bytes = { 'images/cat.png': OWL, 'files/tables/all of it.csv': encodeUtf8('a,b\n1,2\n') };
  return Object.fromEntries(
    lessons.flatMap((lesson) => {
      const folder = `lessons/${lessonFolder(lesson.sequence, lesson.fields.title)}`;
      const files = Object.entries(bytes).filter(([path]) => path.startsWith('images/') || lesson.sequence === 1);
      return [...writeLesson(lesson, new Map()), ...files].map(([path, text]) => [`${folder}/${path}`, text]);
    }),
  );
}

export const TEACHING_MATERIAL: readonly Material[] = [
  PYTHON,
  R,
  SQL,
  SHELL,
  { title: 'Own lessons', files: ownLessons(), isRelease: true },
];
