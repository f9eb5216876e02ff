import { listingLines } from './split-markdown.ts';

/** Kinds of Quarto's and MyST's labels, as they are written in a text. */
const WORDS: Readonly<Record<string, string>> = {
  fig: 'Figure',
  tbl: 'Table',
  eq: 'Equation',
  sec: 'Section',
  lst: 'Listing',
  exr: 'Exercise',
  thm: 'Theorem',
  figure: 'Figure',
  table: 'Table',
  'list-table': 'Table',
  'csv-table': 'Table',
  'code-block': 'Listing',
  exercise: 'Exercise',
  'exercise-start': 'Exercise',
};

/** What a label names. */
interface Label {
  /** `Figure 2`, `(3)` for a formula, or the title of a section. */
  readonly text: string;
  /** Address of another document; null: it is in the same one. */
  readonly address: string | null;
}

/** How texts name what is labelled in a document and in those imported with it. */
export type Labels = ReadonlyMap<string, Label>;

interface FoundLabel {
  readonly at: number;
  readonly label: string;
  /** What is counted: `Figure`, or empty for formulas; null: nothing, it has a title. */
  readonly word: string | null;
  readonly title: string;
}

/** Figures, tables and others are numbered in their order; labels of headings have the title. */
export function findLabels(text: string): Labels {
  const labels = new Map<string, Label>();
  const counts = new Map<string, number>();
  for (const { label, word, title } of labelsIn(text).toSorted((one, other) => one.at - other.at)) {
    if (labels.has(label)) continue;
    if (word === null) labels.set(label, { text: title, address: null });
    else {
      const number = (counts.get(word) ?? 0) + 1;
      counts.set(word, number);
      labels.set(label, { text: word === '' ? `(${number})` : `${word} ${number}`, address: null });
    }
  }
  return labels;
}

/** The number of a labelled formula as TeX, which references name; empty: it has none, or numbers its lines itself. */
export function tagOf(formula: string, label: string | null, labels: Labels): string {
  const number = /^\((\d+)\)$/.exec((label === null ? undefined : labels.get(label))?.text ?? '')?.[1];
  return number === undefined || /\\tag\b|\\begin\{(?:align|gather|equation|alignat)\*?\}/.test(formula) ? '' : ` \\tag{${number}}`;
}

/** A caption that starts with what references call it: `Figure 1: Owls`. */
export function numberedCaption(caption: string, label: string | null, labels: Labels): string {
  const name = label === null ? undefined : labels.get(label)?.text;
  return name === undefined || caption === '' ? caption : `${name}: ${caption}`;
}

function labelsIn(text: string): FoundLabel[] {
  const found: FoundLabel[] = [];
  const add = (at: number, label: string | undefined, word: string | null, title = '') => {
    if (label !== undefined && label !== '') found.push({ at, label, word, title });
  };
  // `# Title {#sec-plots}`, and `(plots)=` before `# Title`.
  for (const { index, 1: title, 2: label } of text.matchAll(
    /^#{1,6}[ \t]+([^\n]{1,500}?)[ \t]*\{#([\w:.-]{1,200})[^{}\n]{0,200}\}[ \t]*$/gm,
  ))
    add(index, label, null, plainTitle(title));
  for (const { index, 1: label, 2: title } of text.matchAll(/^\(([^()\n]{1,200})\)=[ \t]*\n\s{0,20}#{1,6}[ \t]+([^\n]{1,500})/gm))
    add(index, label, null, plainTitle(title));
  // `{#fig-plot}`, `#| label: fig-plot` and `:name: fig-plot`.
  const short = /(?:\{[^{}\n]{0,500}#|^[ \t]*#\|[ \t]*label:[ \t]*|^:(?:name|label):[ \t]*)((fig|tbl|eq|sec|lst|exr|thm)-[\w-]+)/gm;
  for (const { index, 1: label, 2: kind = '' } of text.matchAll(short)) add(index, label, WORDS[kind] ?? '');
  const directive = /^[ \t]*(?:`{3,}|:{3,})\{([\w:-]{1,60})\}[^\n]{0,500}\n((?:[ \t]*:[\w-]{1,60}:[^\n]{0,500}\n){1,20})/gm;
  for (const { index, 1: kind = '', 2: options = '' } of text.matchAll(directive)) {
    const label = /^[ \t]*:(?:name|label):[ \t]*(\S+)/m.exec(options)?.[1];
    const word = kind === 'math' ? '' : (WORDS[kind] ?? proofWord(kind));
    if (word !== null) add(index, label, word);
  }
  // The figure of a code cell of MyST-NB.
  for (const { index, 1: label } of text.matchAll(
    /^[ \t]+figure:[ \t]*\n(?:[ \t]+[^\n]{0,500}\n){0,5}?[ \t]+name:[ \t]*([\w:.-]{1,200})/gm,
  ))
    add(index, label, 'Figure');
  for (const { index, 1: label } of text.matchAll(/\$\$[ \t]*\(([^()\n]{1,200})\)[ \t]*$/gm)) add(index, label, '');
  // Bookdown's figures of chunks, blocks, tables and formulas: `{r plot, fig.cap="Owls"}`, `{theorem, euclid}`, `(\#tab:owls)`.
  for (const { index, 1: label } of text.matchAll(/^[ \t]*`{3,}\{\w{1,20}[ \t,]{1,20}([\w-]{1,200})[ \t]*,[^{}\n]{0,1000}\bfig\.cap\b/gm))
    add(index, `fig:${label}`, 'Figure');
  for (const { index, 1: name = '', 2: label } of text.matchAll(/^[ \t]*`{3,}\{(\w{1,20})[ \t,]{1,20}([\w-]{1,200})[ \t]*[,}]/gm)) {
    const kind = BOOKDOWN_KINDS[name];
    if (kind !== undefined) add(index, `${kind}:${label}`, name.charAt(0).toUpperCase() + name.slice(1));
  }
  for (const { index, 1: label, 2: kind } of text.matchAll(/\(\\#((tab|eq):[\w-]{1,200})\)/g))
    add(index, label, kind === 'tab' ? 'Table' : '');
  for (const { index, 1: label } of text.matchAll(/\\label\{([^{}\n]{1,200})\}/g)) add(index, label, '');
  return found;
}

/** What the labels of bookdown's blocks start with. */
const BOOKDOWN_KINDS: Readonly<Record<string, string>> = {
  theorem: 'thm',
  lemma: 'lem',
  corollary: 'cor',
  proposition: 'prp',
  conjecture: 'cnj',
  definition: 'def',
  example: 'exm',
  exercise: 'exr',
  hypothesis: 'hyp',
};

/** `prf:theorem` is a theorem. */
function proofWord(kind: string): string | null {
  const name = /^prf:(\w+)$/.exec(kind)?.[1];
  return name === undefined ? null : name.charAt(0).toUpperCase() + name.slice(1);
}

function plainTitle(title = ''): string {
  return title
    .replace(/\{[\w:-]+\}`([^`<>]*?)(?:\s*<[^<>`]*>)?`/g, '$1')
    .replace(/\s*\{[^{}]*\}\s*$/, '')
    .replace(/[[\]`*]/g, '')
    .trim();
}

/** A role of MyST, inline code, a reference of Quarto or bookdown, a link to a label, or words with attributes. Each part ends at a character that it can't contain. */
const REFERENCE =
  /(?<![\\$])\{(?<role>[A-Za-z][\w:+-]{0,60})\}`(?<content>[^`]*)`|(?<code>(?<!`)(?<ticks>`+)(?!`)[^]{1,2000}?(?<!`)\k<ticks>(?!`))|(?<![\w@/.])@(?<label>(?:fig|tbl|eq|sec|lst|exr|thm)-[\w-]*\w)|\\?@ref\((?<book>[\w:./-]{1,200})\)|(?<!!)\[(?<shown>[^[\]\n]{0,300})\](?:\(#?(?<target>[\w:.-]{1,200})\)|\{[#.](?<span>[^{}\n]{0,200})\})/g;

/**
 * Writes roles of MyST (``{ref}`text <target>` ``) and references of Quarto (`@fig-plot`) and bookdown (`\@ref(fig:plot)`) as Markdown.
 *
 * @returns the text, the names of roles that were reduced to their text, and the attributes of words that were left out
 */
export function resolveReferences(
  text: string,
  labels: Labels,
): { readonly text: string; readonly reduced: readonly string[]; readonly dropped: readonly string[] } {
  if (!/\}`|@(?:fig|tbl|eq|sec|lst|exr|thm)-|@ref\(|\][({]/.test(text)) return { text, reduced: [], dropped: [] };
  const reduced = new Set<string>();
  const dropped = new Set<string>();
  const listings = listingLines(text);
  let [line, passed] = [0, 0];
  const resolved = text.replace(REFERENCE, (whole: string, ...rest: unknown[]) => {
    const { role, content = '', code, label, book, shown = '', target, span } = rest.at(-1) as Partial<Record<string, string>>;
    const at = rest.at(-3) as number;
    for (; passed < at; passed++) if (text[passed] === '\n') line++;
    if (code !== undefined || listings.has(line)) return whole;
    if (role !== undefined) return roleText(role, content, labels, reduced);
    if (span !== undefined) {
      const attributes = whole.slice(shown.length + 3, -1).trim();
      // A label alone is only the target of links.
      if (!/^#[^\s.]{0,200}$/.test(attributes)) dropped.add(attributes);
      return shown;
    }
    if (book !== undefined) return bookdownReference(book, labels, reduced);
    const named = labels.get(target ?? label ?? '');
    if (!named) return whole;
    if (target !== undefined) return linked(named, shown.trim() === '' ? named.text : shown);
    return named.address === null && label?.startsWith('sec-') === true ? `“${named.text}”` : linked(named, named.text);
  });
  return { text: resolved, reduced: [...reduced], dropped: [...dropped] };
}

/** `Figure \@ref(fig:owls)`: the text names the kind itself, and a section has its title. */
function bookdownReference(label: string, labels: Labels, reduced: Set<string>): string {
  const named = labels.get(label);
  if (!named) {
    reduced.add(`@ref(${label})`);
    return label.replace(/^\w+:/, '').replaceAll('-', ' ');
  }
  const number = label.includes(':') ? /\(\d+\)|\d+/.exec(named.text)?.[0] : undefined;
  return named.address === null && number === undefined ? `“${named.text}”` : linked(named, number ?? named.text);
}

function linked({ address }: Label, text: string): string {
  return address === null ? text : `[${text.replace(/[[\]]/g, '')}](${address})`;
}

function roleText(role: string, content: string, labels: Labels, reduced: Set<string>): string {
  const [, shown, target] = /^(.*?)\s*<([^<>]*)>$/s.exec(content) ?? [];
  const text = (shown ?? content).trim();
  switch (role) {
    case 'math':
      return `$${content}$`;
    case 'sub':
    case 'sup':
      return `<${role}>${text}</${role}>`;
    case 'kbd':
    case 'code':
    case 'file':
    case 'command':
    case 'py:func':
    case 'func':
    case 'meth':
    case 'class':
    case 'mod':
      return `\`${text}\``;
    case 'strong':
      return `**${text}**`;
    case 'emphasis':
    case 'term':
      return `*${text}*`;
    case 'index':
      return text.replace(/^(?:single|pair|triple|see|seealso):\s*/, '');
    default: {
      const label = labels.get((target ?? content).trim());
      if (!label) {
        reduced.add(role);
        return text;
      }
      const number = /[\d.]+/.exec(label.text)?.[0] ?? label.text;
      return linked(label, shown === undefined ? label.text : text.replaceAll(/%s|\{number\}/g, number));
    }
  }
}
