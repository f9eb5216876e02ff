import type { PreflightRuleId } from '#features/preflight/contract/preflight-rules.ts';

/** A text as authors write it, and what a rule of W3C says about what learners get. */
interface ActCase {
  readonly expected: 'passed' | 'failed' | 'inapplicable';
  readonly source: string;
}

interface ActRule {
  /** Its id at https://www.w3.org/WAI/standards-guidelines/act/rules/. */
  readonly id: string;
  readonly name: string;
  /** Our rules that look for the same. */
  readonly rules: readonly PreflightRuleId[];
  readonly cases: readonly ActCase[];
}

const passed = (source: string): ActCase => ({ expected: 'passed', source });
const failed = (source: string): ActCase => ({ expected: 'failed', source });
const inapplicable = (source: string): ActCase => ({ expected: 'inapplicable', source });

const CHART = 'https://pictures.example/chart.png';
const PAGE = 'https://pages.example/birds';

/** W3C's ACT rules that can concern a lesson, with cases of our own. */
export const ACT_RULES: readonly ActRule[] = [
  {
    id: '23a2a8',
    name: 'Image has a name',
    rules: ['image-alt-missing'],
    cases: [
      passed(`![Sales rise in May](${CHART})`),
      passed(`<img src="${CHART}" alt="Sales rise in May">`),
      passed(`<img src="${CHART}" aria-label="Sales rise in May">`),
      passed(`<img src="${CHART}" title="Sales rise in May">`),
      passed(`<img src="${CHART}" alt="" role="presentation">`),
      passed(`<img src="${CHART}" role="none">`),
      passed(`<p id="sales">Sales rise in May</p>\n\n<img src="${CHART}" aria-labelledby="sales">`),
      passed(`Before <img src="${CHART}" alt=""> after`),
      passed(`<figure>\n<img src="${CHART}" alt="Sales rise in May">\n<figcaption>Sales</figcaption>\n</figure>`),
      failed(`<img src="${CHART}">`),
      failed(`Before <img src="${CHART}"> after`),
      failed(`<img src="${CHART}" alt=" ">`),
      // It can get the focus, so its role doesn't count.
      failed(`<img src="${CHART}" role="none" tabindex="0">`),
      failed(`<img src="${CHART}" aria-labelledby="nothing">`),
      failed(`| a |\n|---|\n| <img src="${CHART}"> |`),
      failed(`> - <img src="${CHART}">`),
      // The sanitizer removes this role, so learners get an image without a name.
      failed(`<img src="${CHART}" role="figure">`),
      inapplicable('No image.'),
      inapplicable(`\`<img src="${CHART}">\``),
      inapplicable(`<img src="${CHART}" aria-hidden="true">`),
      inapplicable('```html\n<img src="chart.png">\n```'),
    ],
  },
  {
    id: 'qt1vmo',
    name: 'Name of an image is descriptive',
    rules: ['image-alt-file-name', 'image-alt-missing'],
    cases: [
      passed(`![A robin on a branch](${CHART})`),
      passed(`![Logo](https://pictures.example/logo.png)`),
      passed(`<img src="${CHART}" alt="A chart of sales">`),
      failed('![robin_01.jpg](https://pictures.example/robin_01.jpg)'),
      failed(`![image](${CHART})`),
      failed(`![Screenshot 3](${CHART})`),
      failed('<img src="https://pictures.example/img-20.png" alt="img-20.png">'),
      inapplicable(`<img src="${CHART}" alt="">`),
    ],
  },
  {
    id: '46ca7f',
    name: 'Decoration isn’t read out',
    rules: ['image-decoration-exposed', 'image-alt-missing'],
    cases: [
      passed(`<img src="${CHART}" alt="">`),
      passed(`<img src="${CHART}" alt="Sales" role="none">`),
      passed(`<img src="${CHART}" alt="" aria-hidden="true">`),
      failed(`<img src="${CHART}" alt="" tabindex="0">`),
      failed(`<img src="${CHART}" alt="" aria-label="Sales">`),
      failed(`<p id="sales">Sales</p>\n\n<img src="${CHART}" role="none" aria-labelledby="sales">`),
      inapplicable(`<img src="${CHART}" alt="Sales">`),
      inapplicable(`![Sales](${CHART})`),
    ],
  },
  {
    id: 'ffd0e9',
    name: 'Heading has a name',
    rules: ['heading-empty'],
    cases: [
      passed('## Birds'),
      passed('Birds\n====='),
      passed('<h2>Birds</h2>'),
      passed(`## ![Birds](${CHART})`),
      passed('## `birds`'),
      passed('## **Birds**'),
      failed('##'),
      failed('## <!-- later -->'),
      failed('<h2></h2>'),
      failed('<h3> \n</h3>'),
      failed('<h2><span></span></h2>'),
      failed('> ##'),
      failed(`<h2><img src="${CHART}" alt=""></h2>`),
      // The sanitizer removes this label, so learners get an empty heading.
      failed('<h2 aria-label="Birds"></h2>'),
      failed(`<h2><img src="${CHART}" alt="Birds" role="presentation"></h2>`),
      inapplicable('Birds'),
      inapplicable('```md\n##\n```'),
    ],
  },
  {
    id: 'c487ae',
    name: 'Link has a name',
    rules: ['link-empty'],
    cases: [
      passed(`[Birds](${PAGE})`),
      passed(`<${PAGE}>`),
      passed(`[![Birds](${CHART})](${PAGE})`),
      passed(`<a href="${PAGE}" aria-label="Birds"></a>`),
      passed(`<a href="${PAGE}" title="Birds"></a>`),
      passed(`<p id="birds">Birds</p>\n\n<a href="${PAGE}"><img src="${CHART}" aria-labelledby="birds"></a>`),
      passed(`<p id="birds">Birds</p>\n\n<a href="${PAGE}" aria-labelledby="birds"></a>`),
      passed(`[Birds][birds]\n\n[birds]: ${PAGE}`),
      passed(`[\`birds\`](${PAGE})`),
      failed(`[](${PAGE})`),
      failed(`[ ](${PAGE})`),
      failed(`<a href="${PAGE}"></a>`),
      failed(`<a href="${PAGE}"><span></span></a>`),
      failed(`<a href="${PAGE}"><img src="${CHART}" alt=""></a>`),
      failed(`| a |\n|---|\n| [](${PAGE}) |`),
      // The sanitizer removes this attribute, so the link is read out.
      failed(`<a href="${PAGE}" aria-hidden="true"></a>`),
      inapplicable('<a id="birds"></a>'),
      inapplicable(`\`[](${PAGE})\``),
    ],
  },
  {
    id: 'a25f45',
    name: 'Headers of a cell are in its table',
    rules: ['table-headers-broken'],
    cases: [
      passed('<table><tr><th id="a">A</th></tr><tr><td headers="a">1</td></tr></table>'),
      passed('<table><tr><th id="a">A</th><th id="b">B</th></tr><tr><td headers="a b" colspan="2">1</td></tr></table>'),
      passed('<table><tr><th id="a">A</th></tr><tr><th id="b" headers="a">B</th></tr><tr><td headers="a b">1</td></tr></table>'),
      failed('<table><tr><th id="a">A</th></tr><tr><td headers="b">1</td></tr></table>'),
      failed('<table><tr><th id="a">A</th></tr><tr><td id="b" headers="b">1</td></tr></table>'),
      failed('<table><tr><th id="a">A</th></tr></table>\n\n<table><tr><th>B</th></tr><tr><td headers="a">1</td></tr></table>'),
      failed('<table><tr><th id="a">A</th></tr><tr><td headers="a b">1</td></tr></table>'),
      inapplicable('| A |\n|---|\n| 1 |'),
      inapplicable('<table><tr><th id="a">A</th></tr><tr><td>1</td></tr></table>'),
      inapplicable('<table role="presentation"><tr><td id="a">A</td></tr><tr><td headers="a">1</td></tr></table>'),
    ],
  },
  {
    id: 'd0f69e',
    name: 'Header of a table has cells',
    rules: ['table-header-empty', 'table-header-unused'],
    cases: [
      passed('| A | B |\n|---|---|\n| 1 | 2 |'),
      passed('<table><tr><th>A</th><td>1</td></tr><tr><th>B</th><td>2</td></tr></table>'),
      passed('<table><tr><th scope="col">A</th></tr><tr><td>1</td></tr></table>'),
      passed('|   | A |\n|---|---|\n| 1 | 2 |'),
      passed('<table><tr><th colspan="2">A</th></tr><tr><th>B</th><th>C</th></tr><tr><td>1</td><td>2</td></tr></table>'),
      passed('<table><tr><td></td><th>A</th></tr><tr><th rowspan="2">B</th><td>1</td></tr><tr><td>2</td></tr></table>'),
      passed('<table><tr><th id="a">A</th><th id="b">B</th></tr><tr><td headers="a">1</td><td headers="b">2</td></tr></table>'),
      failed('<table><tr><th>A</th><th>B</th></tr><tr><td>1</td></tr></table>'),
      failed('<table><tr><th id="a">A</th><th id="b">B</th></tr><tr><td>1</td><td headers="a">2</td></tr></table>'),
      failed('<table><tr><th scope="row">A</th></tr><tr><td>1</td></tr></table>'),
      inapplicable('<table role="presentation"><tr><td>1</td><td>2</td></tr></table>'),
      // A layout, not data.
      inapplicable('<table><tr><td>1</td><td>2</td></tr></table>'),
      inapplicable('| A | B |\n|---|---|'),
      inapplicable('A text.'),
    ],
  },
  {
    id: 'de46e4',
    name: 'Language of a passage exists',
    rules: ['language-invalid'],
    cases: [
      passed('<span lang="fr">Bonjour</span>'),
      passed('<p lang="pt-BR">Bom dia</p>'),
      passed('<span lang="zh-Hant-TW">早安</span>'),
      passed('<span lang="DE">Guten Tag</span>'),
      passed('<span lang="dlm">Bun di</span>'),
      // Only the first part is judged.
      passed('<p lang="en-US-GB">Hello</p>'),
      // Nothing is read in it.
      passed('<div lang="dutch"><p lang="nl">Goedendag</p></div>'),
      inapplicable('<article lang="dutch">Goedendag</article>'),
      failed('<span lang="dutch">Goedendag</span>'),
      failed('<p lang="em-US">Hello</p>'),
      failed('<span lang="eng">Hello</span>'),
      failed('<blockquote lang="#!">Hello</blockquote>'),
      failed('<p>See <span lang="english">this</span>.</p>'),
      inapplicable('<span lang="">Hello</span>'),
      inapplicable('<span lang="dutch"></span>'),
      inapplicable('`<span lang="dutch">a</span>`'),
    ],
  },
  {
    id: 'cae760',
    name: 'Frame has a name',
    rules: ['frame-title-missing'],
    cases: [
      passed('<iframe src="https://www.youtube.com/embed/abcdefghijk" title="How robins sing"></iframe>'),
      failed('<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>'),
      failed('<iframe src="https://www.youtube.com/embed/abcdefghijk" title=""></iframe>'),
      inapplicable('A text.'),
    ],
  },
];
