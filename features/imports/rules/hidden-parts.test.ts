import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { importedScreens } from '#testing/content/imported-screens.ts';
import { ScreenStructure } from '../contract/import-file.ts';
import { UnreadableFile } from './cells.ts';

/** Every place in which a tool keeps something from learners. */
const SECRET = 'SECRET';
const word = fc.constantFrom('x', 'total', 'f');
const code = fc.oneof(
  word.map((name) => `${name} = "${SECRET}"`),
  word.map((name) => `print(${name}, "${SECRET}")`),
  word.map((name) => `if ${name}:\n    "${SECRET}"`),
  fc.constant(`"""\n${SECRET}\n"""`),
  fc.constant(`%%bash\necho ${SECRET}`),
  fc.constant(`%matplotlib inline\n!echo ${SECRET}`),
  fc.constant(`assert ${SECRET} ==`),
);
const tests = fc.oneof(
  code,
  word.map((name) => `assert ${name} == "${SECRET}", "${SECRET}"`),
);
const indent = fc.constantFrom('', '    ');
const signs = fc.constantFrom('###', '#', '//', '--', '##');
const plain = fc.constantFrom('y = 1', 'print(y)', 'import math');

interface Cell {
  readonly cell_type: string;
  readonly source: string;
  readonly metadata: object;
  readonly outputs?: readonly object[];
}
const cell = (cell_type: string, source: string, role: object | null = null, tags: readonly string[] = []): Cell => ({
  cell_type,
  source,
  metadata: { tags, ...(role && { nbgrader: { grade_id: 'q', ...role } }) },
  ...(cell_type === 'code' && { outputs: [{ output_type: 'stream', name: 'stdout', text: source.includes(SECRET) ? SECRET : 'shown' }] }),
});

const region = (name: string) =>
  fc
    .tuple(signs, indent, fc.option(plain, { nil: '' }), code, fc.option(plain, { nil: '' }))
    .map(([sign, space, before, inner, after]) =>
      [before, `${space}${sign} BEGIN ${name}`, inner, `${space}${sign} END ${name}`, after].join('\n'),
    );
const options = fc.constantFrom('', '#| echo: false\n', '#| include: false\n', '#| eval: false\n');
const tags = fc.constantFrom<string[]>([], ['remove-cell'], ['remove-input'], ['skip-execution'], ['raises-exception']);
const nbgraderCell = fc.oneof(
  fc.tuple(region('SOLUTION'), tags, options).map(([source, its, set]) => cell('code', set + source, { solution: true }, its)),
  fc.tuple(code, tags, options).map(([source, its, set]) => cell('code', set + source, { solution: true }, its)),
  region('HIDDEN TESTS').map((source) => cell('code', source, { grade: true })),
  fc
    .tuple(fc.constantFrom('# HIDDEN\n', '## hidden tests\n', '#| echo: false\n# HIDDEN TEST q\n', '#| include: false\n'), tests)
    .map(([mark, source]) => cell('code', mark + source, { grade: true })),
  tests.map((source) => cell('code', source, { grade: true }, ['remove-input'])),
  region('MARK SCHEME').map((source) => cell('markdown', source, { task: true })),
  code.map((source) => cell('markdown', source.replaceAll('\n', ' '), { solution: true, grade: true })),
  plain.map((source) => cell('code', source)),
);
const otterQuestion = fc
  .tuple(code, tests, fc.boolean(), fc.boolean())
  .map(([solution, test, isHidden, hasLines]) => [
    cell('raw', '# BEGIN QUESTION\nname: q1\npoints: 1'),
    cell('raw', '# BEGIN SOLUTION'),
    cell('code', hasLines ? `x = "${SECRET}" # SOLUTION\n"${SECRET}" # SOLUTION NO PROMPT\nt = "${SECRET}" # SEED` : solution),
    cell('markdown', SECRET),
    cell('raw', '# END SOLUTION'),
    cell('raw', '# BEGIN TESTS'),
    cell('code', isHidden ? `""" # BEGIN TEST CONFIG\nhidden: true\n""" # END TEST CONFIG\n${test}` : test),
    cell('raw', '# END TESTS'),
    cell('raw', '# END QUESTION'),
  ]);
const notebook = fc
  .tuple(
    fc.array(
      fc.oneof(
        nbgraderCell.map((each) => [each]),
        otterQuestion,
      ),
      { minLength: 1, maxLength: 5 },
    ),
    fc.constantFrom('python', 'R', 'sql', 'julia', 'bash'),
    fc.constantFrom([], ...['echo', 'eval', 'include'].map((name) => [cell('raw', `---\ntitle: A\nexecute:\n  ${name}: false\n---`)])),
  )
  .map(([cells, language, front]) =>
    JSON.stringify({ nbformat: 4, metadata: { kernelspec: { language } }, cells: [...front, ...cells.flat()] }),
  );

const fence = (info: string, source: string) => `\`\`\`{${info}}\n${source}\n\`\`\`\n\n`;
const learnr = fc
  .tuple(
    fc.constantFrom('solution', 'check', 'code-check', 'error-check', 'tests'),
    code,
    fc.boolean(),
    fc.constantFrom('r', 'python', 'sql', 'bash', 'sh', 'julia', 'ojs'),
  )
  .map(([part, source, isFirst, engine]) => {
    const hidden = fence(`${engine} sum-${part}`, source);
    const given = fence(`${engine} sum, exercise=TRUE`, 'x <- 1');
    return `# One\n\n${isFirst ? hidden + given : given + hidden}Text.\n\n${fence('r', 'question("Q?", answer("a", correct = TRUE))')}`;
  });
const live = fc
  .tuple(fc.constantFrom('webr', 'pyodide', 'r', 'python', 'sh', 'ojs'), fc.constantFrom('solution', 'check', 'setup'), code)
  .map(
    ([engine, part, source]) =>
      `${fence(engine, '#| exercise: a\nx')}::: {.solution exercise="a"}\n\`\`\`\n${SECRET}\n\`\`\`\n:::\n\n${fence(engine, `#| exercise: a\n#| ${part}: true\n${source}`)}`,
  );
const datacamp = fc
  .tuple(fc.constantFrom('python', 'r', 'sql', 'shell', 'scala'), code, tests)
  .map(
    ([lang, solution, sct]) =>
      `## One\n\n\`\`\`yaml\ntype: NormalExercise\nlang: ${lang}\n\`\`\`\n\nText\n\n\`@sample_code\`\n${fence(lang, 'x')}\`@solution\`\n${fence(lang, solution)}\`@sct\`\n${fence('python', sct)}`,
  );
const swirl = code.map(
  (source) =>
    `- Class: meta\n  Lesson: A\n- Class: cmd_question\n  Output: Do\n  CorrectAnswer: ${JSON.stringify(source)}\n  AnswerTests: ${JSON.stringify(source)}\n`,
);
const lia = fc
  .constantFrom(`[[${SECRET}]]`, `A [[${SECRET}]] b`, `- *a* [[${SECRET}[1]]]\n- b`, `[[a (${SECRET}]]`, '[[?]] h', '- [[X]] a')
  .map((line) => `<!--\nlanguage: en\nauthor: Ada\n-->\n\n# A\n\n${line}\n`);

function shownBy(name: string, text: string, structure?: ScreenStructure): string {
  try {
    return importedScreens(name, encodeUtf8(text), { structure }).shown;
  } catch (error) {
    if (error instanceof UnreadableFile) return '';
    throw error;
  }
}

const gradedNotebook = (...cells: readonly Cell[]) =>
  JSON.stringify({ nbformat: 4, metadata: { kernelspec: { language: 'python' } }, cells });
/** A tutorial with a solution between these texts. */
const solved = (before: string, after: string) =>
  `# A\n\n\`\`\`{r a, exercise=TRUE}\nx\n\`\`\`\n\n${before}"${SECRET}"\n${after}\n\nText\n`;
const indented = (text: string, start: string, next: string) => start + text.replaceAll('\n', `\n${next}`);
/** What the Markdown of a document has code in. */
const CONTAINERS: ReadonlyMap<string, (code: string) => string> = new Map([
  ['at the top', (code) => `Text\n\n${code}\n\nText`],
  ['in a box', (code) => `::: callout\nText\n\n${code}\n:::`],
  ['in two boxes', (code) => `:::: note\n::: tip\n${code}\n:::\n::::`],
  ['in a directive', (code) => `\`\`\`\`{note}\n${code}\n\`\`\`\``],
  ['in a list', (code) => `- a\n\n${indented(code, '  ', '  ')}\n\n- b`],
  ['that is an item', (code) => `1. ${indented(code, '', '   ')}\n2. b`],
  ['in a list with tabs', (code) => `-\t${indented(code, '', '\t')}\n-\tb`],
  ['in a quotation', (code) => `> Text\n>\n${indented(code, '> ', '> ')}`],
  ['in a list in a box', (code) => `::: note\n- a\n\n${indented(code, '  ', '  ')}\n:::`],
  ['in a challenge', (code) => `::: challenge\n${code}\n\n::: solution\n\`\`\`r\n1\n\`\`\`\n:::\n:::`],
  ['in a solution', (code) => `::: challenge\nText\n\n::: solution\n${code}\n\n\`\`\`r\n1\n\`\`\`\n:::\n:::`],
  ['among objectives', (code) => `::: objectives\n- a\n${indented(code, '  ', '  ')}\n:::`],
  ['below an alert', (code) => `> [!NOTE]\n${indented(code, '> ', '> ')}`],
]);
const exercise = cell('code', '### BEGIN SOLUTION\nx = 1\n### END SOLUTION', { solution: true });
const test = (source: string, tags: readonly string[] = []) =>
  gradedNotebook(exercise, cell('code', `${source}assert x == "${SECRET}"`, { grade: true }, tags));

it.each<[what: string, file: string, text: string]>([
  ['a test below “HIDDEN”', 'a.ipynb', test('# HIDDEN\n')],
  ['a test below “hidden tests”', 'a.ipynb', test('\n## hidden tests\n')],
  ['a hidden test with options', 'a.ipynb', test('#| label: a\n# HIDDEN TEST q\n')],
  ['a test in a cell whose options hide it', 'a.ipynb', test('#| echo: false\n')],
  ['a test in a cell whose tags hide it', 'a.ipynb', test('', ['remove-input'])],
  ...['echo=FALSE', 'include = F', 'echo=-1', 'echo=is_solution'].flatMap((option) =>
    [...CONTAINERS].map(([what, around]): [string, string, string] => [
      `code with ${option} ${what}`,
      'a.Rmd',
      around(`\`\`\`{r, ${option}}\nx <- "${SECRET}"\n\`\`\``),
    ]),
  ),
  ...[...CONTAINERS].flatMap(([what, around]): [string, string, string][] => [
    [`code of another language ${what}`, 'a.Rmd', around(`\`\`\`{julia, echo=FALSE}\nx = "${SECRET}"\n\`\`\``)],
    [
      `code that the document hides ${what}`,
      'a.qmd',
      `---\ntitle: A\nexecute:\n  echo: false\n---\n\n${around(`\`\`\`{python}\nx = "${SECRET}"\n\`\`\``)}`,
    ],
    [`code with a tag ${what}`, 'a.md', around(`\`\`\`{code-cell} python\n:tags: [remove-input]\n\nx = "${SECRET}"\n\`\`\``)],
    [`code with an option in a comment ${what}`, 'a.qmd', around(`\`\`\`{python}\n#| echo: false\nx = "${SECRET}"\n\`\`\``)],
  ]),
  ['a hidden listing that nothing closes', 'a.Rmd', `- a\n\n  \`\`\`{r, echo=FALSE}\n  x <- "${SECRET}"\n\nText`],
  ['hidden comments', 'a.Rmd', `\`\`\`{r, echo=FALSE}\n#> ${SECRET}\n\`\`\``],
  ...[
    ['of a chunk', solved('```{r a-solution}\n', '```')],
    ['of a chunk with a label in quotes', solved('```{r "a-solution"}\n', '```')],
    ['of a chunk that is no exercise itself', solved('```{r a-solution, exercise=FALSE}\n', '```')],
    ['of a chunk in a quotation', solved('> ```{r a-solution}\n> ', '> ```')],
    ['of a chunk in a list', solved('- Text\n\n      ```{r a-solution}\n      ', '      ```')],
    ['of a chunk in an item', solved('- ```{r a-solution}\n  ', '  ```')],
    ['of a label with a dot', solved('```{r a.1, exercise=TRUE}\nx\n```\n\n```{r a.1-solution}\n', '```')],
    ['of quarto-live without its exercise', solved('```{webr}\n#| exercise: other\n#| solution: true\n', '```')],
    ['of a div', solved('::: {.solution exercise="a"}\n::: note\nText\n:::\n\n', ':::')],
    ['of a div with a listing', solved('::: {.solution exercise="a"}\n```\n:::\n```\n\n', ':::')],
    ['of a div without its exercise', solved('::: {.solution exercise="other"}\n', ':::')],
    ['of HTML', solved('<div id="a-solution">\n<div>\nText\n</div>\n\n', '</div>')],
  ].map(([what = '', text = '']): [string, string, string] => [`a solution ${what}`, 'a.qmd', text]),
])('learners don’t see %s', (_, file, text) => {
  for (const structure of ScreenStructure.options) expect(shownBy(file, text, structure)).not.toContain(SECRET);
});

describe('learners never see', () => {
  it.each<[what: string, file: string, texts: fc.Arbitrary<string>]>([
    ['solutions, hidden tests and mark schemes of graded notebooks', 'a.ipynb', notebook],
    ['solutions and checks of learnr', 'a.Rmd', learnr],
    ['solutions and checks of quarto-live', 'a.qmd', live],
    ['solutions and checks of DataCamp', 'a.md', datacamp],
    ['answers and tests of swirl', 'lesson.yaml', swirl],
    ['answers of LiaScript', 'a.md', lia],
  ])('%s', (_, file, texts) => {
    fc.assert(
      fc.property(texts, fc.constantFrom(undefined, ...ScreenStructure.options), (text, structure) => {
        expect(shownBy(file, text, structure)).not.toContain(SECRET);
      }),
      { numRuns: 60 },
    );
  });
});
