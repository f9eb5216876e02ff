import { readAttributes } from '#platform/content/markdown-attributes.ts';
import type { Cell, Note } from './cells.ts';
import { findPlain } from './markup-signs.ts';
import { listingLines } from './split-markdown.ts';

const WITHOUT_TEXT = 'footnotes without text';
/** The text of a footnote. */
const FOOTNOTE = /^ {0,3}\[\^([^[\]\n]{1,100})\]:/gm;

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
  // Behind links, images and code.
  ['attributes', /(?<=[)`])\{[.#\w][^{}\n]{0,200}\}/g],
  ['highlights', /==[^=\s][^=\n]{0,200}==|\+\+[^+\s][^+\n]{0,200}\+\+/g],
  ['sub- and superscripts', /(?<=\w)~[^~\s]{1,20}~(?!~)|(?<=\w)\^[^^\s[\]]{1,20}\^/g],
  ['names of emoji', /(?<![\w:]):[a-z][a-z0-9_+-]{1,30}:(?![\w:])/g],
  ['directives', /(?<![\w:]):{1,2}[a-z][\w-]{1,30}\[[^[\]\n]{0,200}\]/g],
  ['directives', /^\.\.[ \t]{1,3}[a-z][\w:-]{1,40}::[^\n]{0,100}/gm],
  ['macros', /(?<![\w@/.-])@[A-Za-z][\w.]{1,60}\([^()\n]{0,200}\)|^@[A-Za-z][\w.]{1,60}[ \t]{0,5}$/gm],
  ['alerts', /(?<=^[> \t]{0,10})\[![A-Za-z][\w-]{1,30}\][^\n]{0,100}/gm],
  [WITHOUT_TEXT, /\[\^[^[\]\s]{1,100}\](?!:)/g],
  ['includes', /^!include\b[^\n]{1,200}|\{![^{}\n]{1,200}!\}/gm],
  ['embedded media', /[!?]\?\[[^[\]\n]{0,200}\]\([^()\s]{0,500}\)/g],
  ['tables of contents', /^\[(?:TOC|toc)\]$/gm],
  ['comments', /^%[ \t][^\n]{0,200}|^\[\/\/\]:[^\n]{0,200}/gm],
  ['grid tables', /^\+[-=+]{3,300}\+$/gm],
];
/** Marks that may be inline code: they are looked for in the lines outside of listings. */
const LINE_MARKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'parts of an exercise',
    /^[ \t]{0,5}`?@(?:instructions|hint|pre_exercise_code|sample_code|solution|sct|possible_answers|feedback|feedbacks|possible_results|script|citations|part1|projector_key|video_link)\d{0,2}`?[ \t]{0,5}$/,
  ],
];
/** Tags that lessons leave out. They are looked for in the lines outside of listings and inline code. */
const TAGS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['HTML', /<(?:script|style|object|embed|form|input|button|select|textarea|canvas|audio|applet|link|meta)\b[^<>\n]{0,200}>/gi],
  ['components', /<(?:[a-z][a-z0-9]{0,40}-[a-z][\w.-]{0,60}|[A-Z][a-z][A-Za-z0-9.]{0,60})(?:\s[^<>\n]{0,300})?\/?>/g],
];
const INLINE_CODE = /(`{1,5})[^`\n]{1,1000}\1/g;
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
  const texts = cells.flatMap((cell) =>
    cell.kind === 'text' || cell.kind === 'heading' ? [{ text: cell.source ?? '', place: cell.place }] : [],
  );
  const footnotes = new Set(texts.flatMap(({ text }) => [...text.matchAll(FOOTNOTE)].map(([, label]) => `[^${label}]`)));
  for (const { text, place } of texts) {
    for (const [name, sample] of marksIn(text)) {
      if (footnotes.has(sample) || isRead(sample)) continue;
      const of = found.get(name) ?? { count: 0, samples: new Set<string>(), places: new Set<string>() };
      found.set(name, of);
      of.count++;
      of.places.add(place);
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

/** What lessons read of the attributes of an image, and labels, which links use. */
const READ = new Set(['width', 'height', 'alt', 'fig-alt', 'title']);

function isRead(sample: string): boolean {
  if (!/^\{[#\w]/.test(sample)) return false;
  const { classes, values } = readAttributes(sample.slice(1, -1));
  return classes.length === 0 && [...values.keys()].every((key) => READ.has(key));
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
    if (!line.includes('<')) continue;
    const plain = line.replace(INLINE_CODE, '');
    for (const [name, pattern] of TAGS) for (const [sample] of plain.matchAll(pattern)) yield [name, sample];
  }
}

/** What all marks begin with. */
const SIGNS = /[[{\\@!?=+~^:%<]|\.\./;
