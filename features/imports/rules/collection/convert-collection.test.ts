import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { shortLessonLink } from '#platform/content/lesson-link.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { readTree } from '#testing/content/read-tree.ts';
import { chunkDefaultsAround } from './chunk-defaults.ts';
import { readContents } from './contents.ts';
import { convertCollection, type CollectionChoices, type ConvertedCollection } from './convert-collection.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

function convert(texts: Readonly<Record<string, string | Uint8Array>>, choices: Partial<CollectionChoices> = {}): ConvertedCollection {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, typeof text === 'string' ? encodeUtf8(text) : text]));
  let next = 0;
  const newUuid = () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`;
  const imageProblem = (bytes: Uint8Array) => (bytes[0] === 0x89 ? null : 'it is no picture.');
  const contents = readContents(files);
  const all = {
    author: 'Ada',
    code: 'answer',
    structure: 'cell',
    earlier_code: false,
    offered: {},
    is_course: contents.source !== null,
    first: 11,
    known: new Map(),
    newUuid,
    imageProblem,
    readTree,
    ...choices,
  } as const;
  const steps = convertCollection(files, contents.listed, all);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const body = ({ lessons }: ConvertedCollection, lesson: number, screen = 0) =>
  lessons[lesson]?.content.screens[screen]?.fields.body_markdown;

/** The link that other lessons have to a lesson, or to its screen with a title. */
function linkTo({ lessons }: ConvertedCollection, lesson: number, title?: string): string {
  const { uuid = '', screens = [] } = lessons[lesson]?.content ?? {};
  return shortLessonLink(uuid, title === undefined ? null : (screens.find(({ fields }) => fields.title === title)?.uuid ?? ''));
}

describe('a collection', () => {
  it('names the documents that are beyond what one import can have', () => {
    const text = 'word '.repeat(1_000);
    const converted = convert(
      { 'a.md': `# A\n\n${text}`, 'b.md': `# B\n\n${text}`, 'c.md': '# C\n', 'd.md': '# D\n' },
      { lessonCharacters: 9_000 },
    );
    expect(converted.lessons.map(({ path }) => path)).toEqual(['a.md', 'b.md']);
    expect(converted.refused.map(({ path }) => path)).toEqual(['c.md', 'd.md']);
    expect(converted.refused[0]?.reason).toMatch(
      /^The lessons before this one have 0\.009 million characters together.*import the rest separately\.$/,
    );
  });

  it.each([
    ['part.md#bars--lines', 0],
    ['part.md#bars-lines', 0],
    ['part.md#Bars-&-lines', 0],
    ['part.md#Bars-%26-lines', 0],
    ['part.md#step-1', 1],
    ['part.md#le-on-1', 4],
    ['part.md#le%C3%A7on-1', 4],
    ['part.md#again', 2],
    ['part.md#again-1', 3],
    ['part.md#again-2', null],
    ['part.md#%E0%A4%A', null],
  ] as const)('leads a link to %s to the screen with that heading', (address, screen) => {
    const part = ['Bars & lines', 'Step 1', 'Again', 'Again', 'Leçon 1'].map((title) => `## ${title}\n\nText.\n`).join('\n');
    const converted = convert({ 'a.md': `# A\n\n[It](${address}).\n`, 'part.md': `---\ntitle: Part\n---\n\n${part}` });
    const { uuid = '', screens = [] } = converted.lessons[1]?.content ?? {};
    expect(body(converted, 0)).toBe(`[It](${shortLessonLink(uuid, screen === null ? null : (screens[screen]?.uuid ?? ''))}).`);
  });

  it.each([
    ['@X@EmbeddedFile.location@X@owl.png', 'res00001/owl.png', 'owl.png'],
    ['@X@EmbeddedFile.requestUrlStub@X@bbcswebdav/xid-12_1', 'csfiles/home_dir/owl__xid-12_1.png', 'xid-12-1.png'],
    ['@X@EmbeddedFile.requestUrlStub@X@../../owl.png', 'csfiles/owl.png', 'owl.png'],
  ])('has the picture %s of a question from Blackboard', (src, path, name) => {
    const shown = `<mat_formattedtext type="HTML">Look: &lt;img src="${src}"&gt;</mat_formattedtext>`;
    const presentation = `<presentation><flow class="QUESTION_BLOCK"><material><mat_extension>${shown}</mat_extension></material></flow></presentation>`;
    const kind = '<itemmetadata><bbmd_questiontype>Essay</bbmd_questiontype></itemmetadata>';
    const item = `<item>${kind}${presentation}</item>`;
    const converted = convert({
      'imsmanifest.xml': '<manifest><resources><resource bb:file="res1.dat" type="assessment/x-bb-qti-pool"/></resources></manifest>',
      'res1.dat': `<questestinterop><assessment title="A"><section>${item}</section></assessment></questestinterop>`,
      [path]: PNG,
      [`${path}.xml`]: '<lom/>',
    });
    expect(converted.lessons[0]?.content.images).toEqual([{ file_name: name }]);
    expect(JSON.stringify(converted.lessons[0]?.content.screens)).toContain(`(../../images/${name})`);
  });

  it('has links to other lessons in every text', () => {
    const exercise = '```{r m, exercise=TRUE}\nx\n```\n\n<div id="m-hint">\n[Hint](b.Rmd)\n</div>\n';
    const question = '```{r q}\nquestion("[Which](b.Rmd)?", answer("[a](b.Rmd)", correct = TRUE), answer("b"))\n```\n';
    const converted = convert({ 'a.Rmd': `# A\n\n${exercise}\n${question}`, 'b.Rmd': '# B\n' });
    const written = JSON.stringify(converted.lessons[0]?.content.screens);
    expect(written.split(`](${linkTo(converted, 1)})`)).toHaveLength(4);
    expect(written).not.toContain('linked-document');
  });

  it('becomes lessons with numbers, folders, images and links to each other', () => {
    const converted = convert({
      'intro.md': '# Begin\n\nSee [the next one](part/next.md), [its end](part/next.html#the-end) and [a site](https://example.org).\n',
      'part/next.md': '# Next one\n\n![A map](../img/map.png) and [back](../intro.md#nowhere), [gone](gone.md).\n\n## The end\n\nBye.\n',
      'img/map.png': PNG,
    });
    expect(converted.lessons.map(({ folder, content }) => [folder, content.sequence, content.fields.title])).toEqual([
      ['11-begin', 11, 'Begin'],
      ['12-next-one', 12, 'Next one'],
    ]);
    expect(body(converted, 0)).toBe(
      `See [the next one](${linkTo(converted, 1)}), [its end](${linkTo(converted, 1, 'The end')}) and [a site](https://example.org).`,
    );
    expect(body(converted, 1)).toBe(`![A map](../../images/map.png) and [back](${linkTo(converted, 0)}), [gone](gone.md).`);
    expect(converted.lessons[1]?.files).toEqual(new Map([['images/map.png', PNG]]));
    expect(converted.lessons[1]?.report.notes).toEqual([
      { place: 'Line 3', reason: 'The link to gone.md points to a file that the lesson does not have.' },
    ]);
  });

  it('has pictures whose names are encoded in another way than in the text', () => {
    const converted = convert({ 'a.md': '# A\n\n![House](Geba\u0308ude.png) ![House](Geb%C3%A4ude.png)\n', 'Geb\u00e4ude.png': PNG });
    expect(converted.lessons[0]?.report.notes).toEqual([]);
    expect(converted.lessons[0]?.files.size).toBe(1);
  });

  it('has links where documents refer to labels of others, and images from the root of the site', () => {
    const converted = convert({
      'docs/_toc.yml': 'root: a\nchapters:\n- file: sub/b\n',
      'docs/a.md': '# A\n\nSee @sec-owls, {ref}`night` and {ref}`the night <night>`.\n',
      'docs/sub/b.md': '# B\n\n![Map](/img/map.png)\n\n## Owls {#sec-owls}\n\nText\n\n(night)=\n## At night\n\nText\n',
      'docs/img/map.png': PNG,
    });
    const at = (title: string) => linkTo(converted, 1, title);
    expect(body(converted, 0)).toBe(`See [Owls](${at('Owls')}), [At night](${at('At night')}) and [the night](${at('At night')}).`);
    expect(body(converted, 1)).toBe('![Map](../../images/map.png)');
  });

  it('has images that only one folder has, and links to files from the root of the site', () => {
    const converted = convert({
      'learners/a.md': '# A\n\n![](fig/one.png) ![](fig/two.png) [all](/files/all.zip)\n',
      'episodes/fig/one.png': PNG,
      'x/fig/two.png': PNG,
      'y/fig/two.png': PNG,
      'files/all.zip': new Uint8Array([1]),
    });
    expect([...(converted.lessons[0]?.files.keys() ?? [])]).toEqual(['images/one.png', 'files/files/all.zip']);
    expect(body(converted, 0)).toContain('[all](../../files/files/all.zip)');
  });

  it('has drawings under a name that browsers know', () => {
    const drawing = encodeUtf8('<?xml version="1.0"?><svg/>');
    const converted = convert(
      { 'a.md': '# A\n\n![](x.svg) ![](y.png) <img src="x.svg">\n', 'x.svg': drawing, 'y.png': encodeUtf8('<svg>2</svg>') },
      { imageProblem: () => null },
    );
    expect([...(converted.lessons[0]?.files.keys() ?? [])]).toEqual(['images/x.svg', 'images/y.svg']);
    expect(body(converted, 0)).toBe('![](../../images/x.svg) ![](../../images/y.svg) <img src="../../images/x.svg">');
  });

  it('runs code of earlier documents on which a later one depends', () => {
    const python = (...blocks: string[]) => blocks.map((block) => `\`\`\`python\n${block}\n\`\`\`\n`).join('\n');
    const texts = {
      '_toc.yml': 'root: 1.md\nchapters:\n- file: 2.md\n- file: 3.md\n- file: 4.md\n',
      '1.md': `# A\n\n${python('import csv', 'rows = list(csv.reader(open("d/a.csv")))', 'print(rows)', 'broken = nothing + 1', 'rows = 1 / 0')}\n\`\`\`error\nZeroDivisionError\n\`\`\`\n`,
      '2.md': `# B\n\n${python('own = 1', 'print(len(rows), own)')}`,
      '3.md': `# C\n\n${python('rows = [3]', 'def f(csv):\n    return csv', 'print(rows, f(1))')}`,
      '4.md': `# D\n\n${python('print(broken)')}`,
      'd/a.csv': 'x\n',
    };
    const { lessons } = convert(texts, { earlier_code: true });
    expect(lessons.map(({ content }) => content.screens.map(({ fields }) => fields.setup_code).filter((code) => code !== ''))).toEqual([
      [],
      ['import csv\n\nrows = list(csv.reader(open("d/a.csv")))'],
      [],
      [],
    ]);
    expect(lessons[1]?.content.data_files.map(({ file_name }) => file_name)).toEqual(['d/a.csv']);
    expect(lessons[1]?.report.notes).toContainEqual({
      place: '',
      reason: 'Code of earlier documents runs before this lesson, as it uses rows.',
    });
    expect(convert(texts).lessons[1]?.content.screens[0]?.fields.setup_code).toBe('');
  });

  it('tells functions of R from values of the same name', () => {
    const r = (...blocks: string[]) => blocks.map((block) => `\`\`\`{r}\n${block}\n\`\`\`\n`).join('\n');
    const of = (first: string, second: string) =>
      convert(
        { '_bookdown.yml': 'rmd_files:\n- 1.Rmd\n- 2.Rmd\n', '1.Rmd': `# A\n\n${r(first)}`, '2.Rmd': `# B\n\n${r(second)}` },
        { earlier_code: true },
      ).lessons[1]?.content.screens[0]?.fields.setup_code;
    expect(of('roll <- function() 4', 'roll()')).toBe('roll <- function() 4');
    expect(of('dice <- 1:6', 'sum(dice)')).toBe('dice <- 1:6');
    expect(of('mean <- 3', 'mean(1:2)')).toBe('');
    expect(of('birds <- 2\n```\n\n```{r}\nnests <- birds + 1', 'nests')).toBe('birds <- 2\n\nnests <- birds + 1');
  });

  it('has its database in lessons of queries, if it is the only one', () => {
    const database = encodeUtf8('SQLite format 3\0…');
    const texts = { 'a.md': '# A\n\n```sql\nSELECT 1\n```\n', 'b.md': '# B\n\n```python\n1\n```\n', 'data/birds.db': database };
    const filesOf = (more: Record<string, Uint8Array>) =>
      convert({ ...texts, ...more }).lessons.map(({ content }) => content.data_files.map(({ file_name }) => file_name));
    expect(filesOf({})).toEqual([['birds.db'], []]);
    expect(filesOf({ 'data/owls.db': database })).toEqual([[], []]);
  });

  it('has the data files that a pattern means, and those that only one folder has', () => {
    const texts = {
      'parts/a.md': '# A\n\n```python\nglob.glob("../d/birds-*.csv")\nopen("../er/owls.csv")\nopen("x/two.csv")\nglob("*/z.csv")\n```\n',
      'parts/b.md': '# B\n\n```bash\nwc -l d/*.txt *.log\npython ../code/count.py\n```\n',
      'd/birds-1.csv': '1',
      'd/birds-2.csv': '2',
      'd/z.csv': 'z',
      'd/n.txt': 'n',
      'deep/er/owls.csv': 'o',
      'one/two.csv': '1',
      'parts/files/code/count.py': 'print(1)',
    };
    const { lessons } = convert({ ...texts, 'three/two.csv': '3' });
    const found = lessons.map(({ content }) => [
      content.data_files.map(({ file_name }) => file_name),
      content.screens[0]?.fields.answer_code,
    ]);
    expect(found).toEqual([
      [
        ['d/birds-1.csv', 'd/birds-2.csv', 'er/owls.csv'],
        'glob.glob("d/birds-*.csv")\nopen("er/owls.csv")\nopen("x/two.csv")\nglob("*/z.csv")',
      ],
      [['code/count.py', 'd/n.txt'], 'wc -l d/*.txt *.log\npython code/count.py'],
    ]);
  });

  it('has no data files that code only writes', () => {
    const converted = convert({
      'a.md': '# A\n\n```python\nplt.savefig("img/a.png")\nopen("out/b.txt", "w").write(open("in.txt").read())\n```\n',
      'img/a.png': PNG,
      'out/b.txt': 'b',
      'in.txt': 'in',
    });
    expect(converted.lessons[0]?.content.data_files.map(({ file_name }) => file_name)).toEqual(['img/.gitkeep', 'in.txt', 'out/.gitkeep']);
    expect(converted.lessons[0]?.content.screens[0]?.fields.answer_code).toBe(
      'plt.savefig("img/a.png")\nopen("out/b.txt", "w").write(open("in.txt").read())',
    );
  });

  it('has a lesson for each exercise with unit tests', () => {
    const tests =
      'import unittest\nfrom leap import is_leap\n\nclass A(unittest.TestCase):\n    def test_a(self): self.assertTrue(is_leap(4))\n';
    const converted = convert({
      'README.md': '# Exercises\n',
      'leap/leap.py': 'def is_leap(year):\n    pass\n',
      'leap/leap_test.py': tests,
      'leap/solution.py': 'def is_leap(year):\n    return year % 4 == 0\n',
      'leap/README.md': '# Leap years\n\nFind **leap years**.\n',
      'leap/notes.txt': 'later',
    });
    expect(converted.lessons.map(({ path, folder }) => [path, folder])).toEqual([['leap/leap_test.py', '11-leap-years']]);
    expect(converted.lessons[0]?.content.fields).toMatchObject({ title: 'Leap years', language: 'python' });
    expect(converted.lessons[0]?.content.screens.map(({ fields }) => fields)).toMatchObject([
      {
        type: 'code',
        title: 'Leap years',
        instructions_markdown: 'Find **leap years**.',
        initial_code: 'def is_leap(year):\n    pass\n',
        answer_code: 'def is_leap(year):\n    return year % 4 == 0\n',
        unit_test_code: tests,
      },
    ]);
    expect(converted.lessons[0]?.report.notes).toEqual([
      { place: 'leap/notes.txt', reason: 'This file of the exercise has no place in a screen.' },
    ]);
  });

  it('has the data files that code names, at the paths by which it opens them', () => {
    const converted = convert({
      'a/one.md': '# One\n\n```python\nopen("../data/x.csv"), open("other/x.csv"), open("none.csv")\n```\n',
      'b/two.md': '# Two\n\n```r\nread_csv("data/x.csv")\n```\n',
      'c/three.md': '# Three\n\n```bash\ncat ../data/x.csv | head\n```\n\n[Get it](../data/x.csv)\n',
      'data/x.csv': '1',
      'a/other/x.csv': '2',
    });
    const [one, two, three] = converted.lessons;
    expect(one?.content.screens[0]?.fields.answer_code).toBe('open("data/x.csv"), open("other/x.csv"), open("none.csv")');
    expect(one?.files).toEqual(
      new Map([
        ['files/data/x.csv', encodeUtf8('1')],
        ['files/other/x.csv', encodeUtf8('2')],
      ]),
    );
    expect(one?.content.data_files.map(({ file_name }) => file_name)).toEqual(['data/x.csv', 'other/x.csv']);
    expect(one?.report.notes.map(({ reason }) => reason)).toEqual([
      'The code opens ../data/x.csv as data/x.csv: a lesson has no folder above its own.',
      'The code opens none.csv, which isn’t imported with it. Upload it to the data files.',
    ]);
    expect(two?.content.screens[0]?.fields.answer_code).toBe('read_csv("data/x.csv")');
    expect(three?.content.screens[0]?.fields.answer_code).toBe('cat data/x.csv | head');
    expect(body(converted, 2, 1)).toBe('[Get it](../../files/data/x.csv)');
  });

  it('finds data files where readers unpack them', () => {
    const converted = convert({
      'a/one.md': '# One\n\n```python\nopen("x.csv"), open("y.csv")\n```\n',
      'a/data/x.csv': '1',
      'files/y.csv': '2',
    });
    expect([...(converted.lessons[0]?.files.keys() ?? [])]).toEqual(['files/x.csv', 'files/y.csv']);
    expect(converted.lessons[0]?.report.notes).toEqual([]);
  });

  it('understands Jekyll’s and MyST’s addresses', () => {
    const converted = convert({
      '_config.yml': 'title: T',
      '_episodes/1.md': '# A\n\n[b]({{ page.root }}{% link _episodes/2.md %}), ![p]({{ page.root }}/fig/p.png), {doc}`2`, {doc}`Two <2>`',
      '_episodes/2.md': '# B\n\nText.',
      'fig/p.png': PNG,
    });
    const link = linkTo(converted, 1);
    expect(body(converted, 0)).toBe(`[b](${link}), ![p](../../images/p.png), [2](${link}), [Two](${link})`);
  });

  it('has the definitions of a file once, however often a page includes it', () => {
    const definitions = '[owls]: https://owls.example/\n'.repeat(1_000);
    const converted = convert({
      '_includes/links.md': definitions,
      'a.md': `# A\n\n[owls]\n\n${'{% include links.md %}\n'.repeat(20_000)}`,
    });
    expect(body(converted, 0)).toBe(`[owls]\n\n\n${definitions.trimEnd()}`);
  });

  it('has the definitions of links that pages of Jekyll include, and links to their pages', () => {
    const converted = convert({
      '_config.yml': 'title: Site\n',
      '_includes/links.md': '{% include base.html %}\n[owls]: https://owls.example/\n[mine]: {{ site.url }}/x\n',
      '_episodes/01-a.md': '# A\n\nOf [Owls][owls], [b]({{ page.root }}/02-b/#more) and [c](../02-b/).\n\n{% include links.md %}\n',
      '_episodes/02-b.md': '# B\n\n## More\n\nText\n\n{% include other.html %}\n',
    });
    const [more, whole] = [linkTo(converted, 1, 'More'), linkTo(converted, 1)];
    expect(body(converted, 0)).toBe(`Of [Owls][owls], [b](${more}) and [c](${whole}).\n\n\n[owls]: https://owls.example/`);
    expect(converted.lessons[0]?.report.notes).toEqual([]);
    expect(converted.lessons[1]?.report.notes).toHaveLength(1);
    expect(convert({ '_includes/install.html': '', 'a.md': '# A\n\nText\n\n{% include install.html %}\n' }).lessons[0]).toMatchObject({
      content: { screens: [{ fields: { body_markdown: 'Text' } }] },
      report: { notes: [{ reason: 'The page includes install.html, a part of its site that was left out.' }] },
    });
  });

  it('uses the titles of the table of contents', () => {
    const converted = convert({ '_toc.yml': 'chapters:\n- {file: a, title: First}\n', 'a.md': '# Something\n\nText.' });
    expect(converted.lessons[0]).toMatchObject({ folder: '11-first', content: { fields: { title: 'First' } }, report: { title: 'First' } });
  });

  it('reports documents that can’t be read, and gives the next one their number', () => {
    const converted = convert({ 'a.ipynb': '{', 'b.md': '# B\n\nText.' });
    expect(converted.refused).toEqual([{ path: 'a.ipynb', reason: expect.stringContaining('not valid JSON') }]);
    expect(converted.lessons).toMatchObject([{ path: 'b.md', folder: '11-b' }]);
  });

  it('keeps numbers, folders and uuids of documents that were imported before', () => {
    const before = convert({ 'a.md': '# A\n\nOne.\n\n## More\n\nTwo.', 'c.md': '# C\n\nThree.' });
    const known = new Map(before.lessons.map((lesson) => [lesson.path, { folder: lesson.folder, content: lesson.content }]));
    const uuids = new Set(before.lessons.flatMap(({ content }) => content.screens.map(({ uuid }) => uuid)));
    let next = 500;
    const newUuid = () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`;
    const texts = {
      'a.md': '# Another title\n\nOne.\n\n## Between\n\nNew.\n\n## More\n\nTwo, changed.',
      'b.md': '# B',
      'c.md': '# C\n\nThree.',
    };
    const after = convert(texts, { known, newUuid, author: 'Grace' });
    expect(after.lessons.map(({ folder, content }) => [folder, content.fields.title, content.fields.author])).toEqual([
      ['11-a', 'Another title', 'Ada'],
      ['13-b', 'B', 'Grace'],
      ['12-c', 'C', 'Ada'],
    ]);
    const [a] = after.lessons;
    expect(a?.content.uuid).toBe(before.lessons[0]?.content.uuid);
    expect(a?.content.screens.map(({ fields, uuid }) => [fields.title, uuids.has(uuid)])).toEqual([
      ['Another title', false],
      ['Between', false],
      ['More', true],
    ]);
    expect(after.lessons[2]?.content).toEqual(before.lessons[1]?.content);
  });

  it('recognizes screens of one heading by their content', () => {
    const [first, second, third] = ['x = 1', 'x = 2', 'x = 3'].map((code) => `\`\`\`python\n${code}\n\`\`\`\n`);
    const before = convert({ 'a.md': `# A\n\n${first}\n${third}` });
    const known = new Map(before.lessons.map((lesson) => [lesson.path, { folder: lesson.folder, content: lesson.content }]));
    const after = convert({ 'a.md': `# A\n\n${first}\n${second}\n${third}` }, { known, newUuid: () => 'new' });
    const codes = after.lessons[0]?.content.screens.map(({ fields, uuid }) => [fields.answer_code, uuid === 'new']);
    expect(codes).toEqual([
      ['x = 1', false],
      ['x = 2', true],
      ['x = 3', false],
    ]);
    const folders = after.lessons[0]?.content.screens.map(({ folder }) => folder) ?? [];
    expect(new Set(folders).size).toBe(3);
  });

  it('makes lessons that git can hold, whatever the documents are', () => {
    const words = fc.constantFrom(
      '# A',
      '## B',
      'text',
      '[x](b.md)',
      '![i](i.png)',
      '```python\nopen("d.csv")\n```',
      '',
      '[y](a.md#b)',
      '{doc}`b`',
    );
    const document = fc.array(words, { maxLength: 8 }).map((lines) => lines.join('\n\n'));
    fc.assert(
      fc.property(document, document, (a, b) => {
        const { lessons } = convert({ 'a.md': a, 'b.md': b, 'i.png': PNG, 'd.csv': '1' });
        for (const { content, files } of lessons) {
          LessonContent.parse(content);
          const { lesson, problems } = readLesson(writeLesson(content, files, EMPTY));
          expect(problems).toEqual([]);
          expect(lesson).toEqual(content);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const EMPTY = readLesson(new Map()).lesson;

describe('the report on a collection', () => {
  const python = (code: string) => `\`\`\`python\n${code}\n\`\`\`\n`;

  it('names files that no lesson uses, and packages that no code imports', () => {
    const { left, lessons } = convert({
      'a.md': `# A\n\n${python('import seaborn\nopen("d/x.csv")')}`,
      'd/x.csv': '1',
      'd/y.csv': '2',
      'slides/a.pptx': '3',
      'requirements.txt': 'seaborn==0.12\nopenpyxl\n',
      '.gitignore': '',
      'LICENSE-CODE.md': '',
      'licenses.csv': '',
      'readme_data.csv': '',
    });
    expect(left).toEqual([
      { place: 'd', reason: 'No lesson uses y.csv.' },
      { place: 'slides', reason: 'No lesson uses a.pptx.' },
      { place: 'Collection', reason: 'No lesson uses licenses.csv, readme_data.csv.' },
      { place: 'requirements.txt', reason: 'No code imports openpyxl. Add them to the packages of lessons that need them.' },
    ]);
    expect(lessons[0]?.report.packages).toEqual(['seaborn']);
    expect(lessons[0]?.content.packages).toEqual([]);
  });

  it.each([
    ['its only database', { 'birds.db': 'SQLite format 3\0' }, true],
    ['none of several databases', { 'a.db': 'SQLite format 3\0', 'b.db': 'SQLite format 3\0' }, false],
    ['no script', { 'a.sql': 'CREATE TABLE a (b)' }, false],
  ])('gives queries %s', (_, files, hasOne) => {
    const [lesson] = convert({ 'a.md': '# A\n\n```sql\nSELECT * FROM birds\n```\n', ...files }).lessons;
    expect(lesson?.files.size).toBe(hasOne ? 1 : 0);
    const reasons = lesson?.report.notes.map(({ reason }) => reason) ?? [];
    expect(reasons.some((reason) => reason.includes('have no database'))).toBe(!hasOne);
  });

  it('has the files that the setup code of an exercise opens', () => {
    const chunks = ['```{r a, exercise=TRUE}\nx\n```', '```{r a-setup}\nx <- read.csv("../d/x.csv")\n```'];
    const { lessons } = convert({ 'b/a.Rmd': `# A\n\n${chunks.join('\n\n')}`, 'd/x.csv': '1', 'z/z.md': '# Z' });
    expect([...(lessons[0]?.files.keys() ?? [])]).toEqual(['files/d/x.csv']);
    expect(lessons[0]?.content.screens[0]?.fields.setup_code).toBe('x <- read.csv("d/x.csv")');
  });

  it('has the packages of a lesson if they are chosen, and keeps them in a newer version', () => {
    const texts = { 'a.md': `# A\n\n${python('import seaborn')}`, 'requirements.txt': 'seaborn==0.12\n' };
    const [lesson] = convert(texts, { packages: true }).lessons;
    expect(lesson?.content.packages).toEqual([{ name: 'seaborn', version: '0.12', show_in_editor: false }]);
    const known = new Map([['a.md', { folder: lesson!.folder, content: lesson!.content }]]);
    expect(convert(texts, { known }).lessons[0]?.content.packages).toHaveLength(1);
  });

  it('has documents with the options of their project', () => {
    const chunk = '```{r}\nx <- 1\n```\n';
    const setup = '```{r, include=FALSE}\nknitr::opts_chunk$set(eval = FALSE)\n```\n';
    for (const project of [
      { '_quarto.yml': 'execute:\n  eval: false\n' },
      { '_common.R': 'knitr::opts_chunk$set(eval = FALSE)\n' },
      { '_bookdown.yml': 'rmd_files: [index.Rmd, b.Rmd]\n', 'index.Rmd': `# I\n\n${setup}` },
    ] as Record<string, string>[]) {
      const { lessons } = convert({ ...project, 'b.Rmd': `# B\n\n${chunk}` });
      expect(lessons.at(-1)?.content.screens.map(({ fields }) => fields)).toMatchObject([{ body_markdown: '```r\nx <- 1\n```' }]);
    }
  });

  it('reads the options of a project once for all of its documents', () => {
    const texts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`d/${index}.qmd`, `# A${index}`]));
    const files = new Map(
      Object.entries({ ...texts, '_quarto.yml': 'execute:\n  eval: false\n' }).map(([path, text]) => [path, encodeUtf8(text)]),
    );
    const get = vi.spyOn(files, 'get');
    for (const path of Object.keys(texts)) expect(chunkDefaultsAround(files, path)).toEqual(new Map([['eval', 'false']]));
    expect(get.mock.calls.filter(([path]) => path === '_quarto.yml')).toHaveLength(1);
  });

  it('has nothing of other documents for names that an import of everything may give', () => {
    const texts = {
      '_toc.yml': 'root: 1.md\nchapters:\n- file: 2.md\n',
      '1.md': `# A\n\n${python('sqrt = 4')}`,
      '2.md': `# B\n\n${python('from math import *\nprint(sqrt(4))')}`,
    };
    expect(convert(texts, { earlier_code: true }).lessons[1]?.content.screens[0]?.fields.setup_code).toBe('');
  });

  it('keeps the structure of a lesson in a newer version', () => {
    const cells = ['a = 1', 'b = 1', 'c = 1'].map(python).join('\n');
    const [lesson] = convert({ 'a.md': `# A\n\n${cells}` }, { structure: 'cell' }).lessons;
    const known = new Map([['a.md', { folder: lesson!.folder, content: lesson!.content }]]);
    expect(convert({ 'a.md': `# A\n\n${cells}` }, { structure: undefined }).lessons[0]?.content.screens).toHaveLength(1);
    expect(convert({ 'a.md': `# A\n\n${cells}` }, { structure: undefined, known }).lessons[0]?.content.screens).toHaveLength(3);
  });
});
