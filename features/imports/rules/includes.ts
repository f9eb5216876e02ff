import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { listing } from './cells.ts';
import { choosesPart, includedPart, includeOptions } from './include-options.ts';
import { type ConvertedText, type Line, numberedLines } from './kramdown.ts';

type NoteLine = (line: number, reason: string) => void;

/** How often files can include others, how many a document can include, and characters of all of them. */
const DEEPEST = 5;
const FILES_MAX = 200;
const CHARACTERS_MAX = 2_000_000;

/** Quarto's way to include a file, on a line of its own. */
const SHORTCODE = /^[ \t]{0,20}\{\{<[ \t]{1,20}include[ \t]{1,20}(?:"([^"\n]{1,300})"|([^\s<>"'`{}]{1,300}))[ \t]{0,20}>\}\}[ \t]{0,20}$/;
/** MyST's, as a fence. */
const DIRECTIVE = /^[ \t]{0,20}(`{3,}|:{3,})\{include\}([^\n]{1,400})$/;
/** A chunk of knitr, which may include files by an option: `{r, child="a.Rmd"}`, `child = c("a.Rmd", "b.Rmd")`. */
const CHUNK = /^[ \t]{0,20}(`{3,})\{([a-z][^{}\n]{1,2000})\}$/;
const CHILD = /\bchild[ \t]{0,20}=/;
const QUOTED = /["']([^"'\n]{1,300})["']/g;
const FRONT_MATTER = /^\uFEFF?---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const FRONT_MATTER_MAX = 20_000;

/**
 * A document with the texts of the files that it includes. Those that aren't imported with it are named.
 *
 * @param read the bytes of a file at an address; null: it isn't there
 */
export function withIncludes(text: string, read: (address: string) => Uint8Array | null, note: NoteLine): ConvertedText {
  if (!/\{\{<[ \t]+include\b|\{include\}|\bchild[ \t]*=/.test(text)) return { text, lineOf: (line) => line };
  const including = new Including(read, note);
  const lines = including.expand(numberedLines(text), 0);
  return { text: lines.map((line) => line.text).join('\n'), lineOf: (line) => lines[line - 1]?.from ?? line };
}

class Including {
  readonly #read: (address: string) => Uint8Array | null;
  readonly #note: NoteLine;
  #files = 0;
  #characters = 0;

  constructor(read: (address: string) => Uint8Array | null, note: NoteLine) {
    this.#read = read;
    this.#note = note;
  }

  expand(lines: readonly Line[], depth: number): Line[] {
    const expanded: Line[] = [];
    for (let at = 0; at < lines.length;) {
      const line = lines[at] as Line;
      const found = line.text.length > 2_000 ? null : includeAt(lines, at);
      if (found === null) {
        expanded.push(line);
        at++;
        continue;
      }
      for (const address of found.addresses) expanded.push(...this.#textOf(address, found.options, line.from, depth));
      at = found.end;
    }
    return expanded;
  }

  #textOf(address: string, options: Include['options'], from: number, depth: number): Line[] {
    const bytes = this.#read(address);
    const shown = address.slice(0, 200);
    if (bytes === null || !isUtf8(bytes)) {
      this.#note(from, `The document includes ${shown}, which isn’t imported with it. Its text is missing here.`);
      return [];
    }
    this.#files++;
    this.#characters += bytes.length;
    if (depth === DEEPEST || this.#files > FILES_MAX || this.#characters > CHARACTERS_MAX) {
      this.#note(from, `The document includes too many files. The text of ${shown} was left out.`);
      return [];
    }
    const text = decodeUtf8(bytes).replace(/\r\n?/g, '\n');
    const start = choosesPart(options) ? 0 : (FRONT_MATTER.exec(text.slice(0, FRONT_MATTER_MAX))?.[0].length ?? 0);
    const { lines, listed, dropped } = includedPart(text.slice(start), options);
    if (dropped.length > 0) this.#note(from, `Options of the include of ${shown} were skipped: ${dropped.join(', ').slice(0, 300)}.`);
    if (lines === null) {
      this.#note(from, `The part of ${shown} that the document includes is not in that file. Its text is missing here.`);
      return [];
    }
    const own = listed === null ? lines : listing(listed, lines.join('\n')).split('\n');
    const given = own.map((line) => ({ text: line, from }));
    return [{ text: '', from }, ...(listed === null ? this.expand(given, depth + 1) : given), { text: '', from }];
  }
}

interface Include {
  readonly addresses: readonly string[];
  /** Of MyST, by name. */
  readonly options: ReadonlyMap<string, string>;
  /** The index of the line after it. */
  readonly end: number;
}

const NONE: ReadonlyMap<string, string> = new Map();

function includeAt(lines: readonly Line[], at: number): Include | null {
  const { text } = lines[at] as Line;
  const shortcode = SHORTCODE.exec(text);
  if (shortcode) return { addresses: [shortcode[1] ?? shortcode[2] ?? ''], options: NONE, end: at + 1 };
  const directive = DIRECTIVE.exec(text);
  if (directive) {
    const end = endOfBlock(lines, at, directive[1] ?? '');
    const options = includeOptions(lines.slice(at + 1, end).map((line) => line.text));
    return { addresses: [(directive[2] ?? '').trim()], options, end };
  }
  const [, marks = '', options = ''] = CHUNK.exec(text.trimEnd()) ?? [];
  const child = CHILD.exec(options);
  if (!child) return null;
  const value = options.slice(child.index + child[0].length).trimStart();
  const quoted = [...(value.startsWith('c(') ? value.slice(0, value.indexOf(')') + 1) : value).matchAll(QUOTED)].map(
    ([, address = '']) => address,
  );
  const addresses = value.startsWith('c(') ? quoted : quoted.slice(0, 1);
  return addresses.length === 0 ? null : { addresses, options: NONE, end: endOfBlock(lines, at, marks) };
}

/** The index after the line that closes a block, which has only options; one that nothing closes is one line. */
function endOfBlock(lines: readonly Line[], start: number, marks: string): number {
  const end = lines.slice(start + 1, start + 30).findIndex(({ text }) => text.trim() === marks);
  return end < 0 ? start + 1 : start + end + 2;
}
