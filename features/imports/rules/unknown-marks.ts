import type { Cell, Note } from './cells.ts';
import { findPlain } from './markup-signs.ts';
import { listingLines } from './split-markdown.ts';

/** Marks of other tools that lessons show as they are written, by what the report calls them. */
const MARKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['quiz marks or wiki links', /\[\[[^[\]\n]{0,100}\]\]|\[\([ xX?]\)\]/g],
  ['shortcodes', /\{\{[<%][^{}\n]{0,300}[%>]\}\}/g],
  ['templates', /\{\{[^{}<%\n]{1,200}\}\}|\{%[^{}\n]{1,200}%\}/g],
  ['citations', /\[-?@[A-Za-z][\w:.-]{0,100}|(?<![\w@/.[-])@[A-Za-z][A-Za-z_-]{1,40}\d{2,4}[a-z]?(?!\w)/g],
  ['raw TeX', /\\[a-zA-Z]{2,30}\*?\{[^{}\n]{0,200}\}/g],
  ['raw TeX', /\\(?:LaTeX|TeX|par|item|hline|today)\b|\\[a-zA-Z]{2,30}\[[^[\]\n]{0,100}\]/g],
  ['boxes and tabs of MkDocs', /^(?:!!!|\?\?\?\+?)[ \t]{1,5}\w[^\n]{0,100}|^===[ \t]{1,5}"[^"\n]{0,100}"|^--8<--[^\n]{0,100}/gm],
  ['attributes', /\{:[^{}\n]{1,200}\}/g],
  ['highlights', /==[^=\s][^=\n]{0,200}==|\+\+[^+\s][^+\n]{0,200}\+\+/g],
  ['sub- and superscripts', /(?<=\w)~[^~\s]{1,20}~(?!~)|(?<=\w)\^[^^\s[\]]{1,20}\^/g],
  ['names of emoji', /(?<![\w:]):[a-z][a-z0-9_+-]{1,30}:(?![\w:])/g],
  ['directives', /(?<![\w:]):{1,2}[a-z][\w-]{1,30}\[[^[\]\n]{0,200}\]/g],
  ['embedded media', /[!?]\?\[[^[\]\n]{0,200}\]\([^()\s]{0,500}\)/g],
  ['tables of contents', /^\[(?:TOC|toc)\]$/gm],
  ['comments', /^%[ \t][^\n]{0,200}|^\[\/\/\]:[^\n]{0,200}/gm],
  ['grid tables', /^\+[-=+]{3,300}\+$/gm],
];
/** Marks that are inline code, or tags: they are looked for in the lines outside of listings. */
const LINE_MARKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'parts of an exercise',
    /^[ \t]{0,5}`?@(?:instructions|hint|pre_exercise_code|sample_code|solution|sct|possible_answers|feedback|feedbacks|possible_results|script|citations|part1|projector_key|video_link)\d{0,2}`?[ \t]{0,5}$/,
  ],
  ['HTML', /<(?:script|style|object|embed|form|input|button|select|textarea|canvas|audio|applet|link|meta)\b[^<>\n]{0,200}>/i],
];
const SAMPLES = 5;
const SAMPLE_MAX = 60;
/** Longer lines are data. */
const LONGEST_LINE = 5_000;

interface Found {
  count: number;
  readonly samples: Set<string>;
  readonly places: Set<string>;
}

/** Counts and names the marks in the text of a document that lessons don't understand, with a note for each kind. */
export function noteUnknownMarks(cells: readonly Cell[], note: Note): void {
  const found = new Map<string, Found>();
  for (const cell of cells) {
    if (cell.kind !== 'text' && cell.kind !== 'heading') continue;
    const text = cell.kind === 'text' ? cell.source : (cell.source ?? '');
    for (const [name, sample] of marksIn(text)) {
      const of = found.get(name) ?? { count: 0, samples: new Set<string>(), places: new Set<string>() };
      found.set(name, of);
      of.count++;
      of.places.add(cell.place);
      if (of.samples.size < SAMPLES) of.samples.add(sample.trim().slice(0, SAMPLE_MAX));
    }
  }
  for (const [name, { count, samples, places }] of found) {
    const [place = '', ...others] = places;
    const more = others.length === 0 ? '' : ` Also in ${others.slice(0, 10).join(', ')}${others.length > 10 ? ', …' : ''}.`;
    note(
      place,
      `${count} × ${name} that lessons don’t understand: ${[...samples].join(' ')}${samples.size < count ? ' …' : ''}. They are in the text as they are written.${more}`,
    );
  }
}

function* marksIn(text: string): Generator<readonly [name: string, sample: string]> {
  if (!SIGNS.test(text)) return;
  for (const [name, pattern] of MARKS) if (text.search(pattern) >= 0) for (const [sample] of findPlain(text, pattern)) yield [name, sample];
  const listings = listingLines(text);
  for (const [at, line] of text.split('\n').entries()) {
    if (line.length > LONGEST_LINE || listings.has(at)) continue;
    for (const [name, pattern] of LINE_MARKS) {
      const sample = pattern.exec(line)?.[0];
      if (sample !== undefined) yield [name, sample];
    }
  }
}

/** What all marks begin with. */
const SIGNS = /[[{\\@!?=+~^:%<]/;
