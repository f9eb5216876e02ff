import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { listing } from './cells.ts';
import { choosesPart, includedPart, listedLanguage, otherOptions } from './include-options.ts';
import { includeAt, type Include } from './included-files.ts';
import { type ConvertedText, endOfFence, type Line, numberedLines } from './kramdown.ts';

type NoteLine = (line: number, reason: string) => void;

/** How often files can include others, how many a document can include, and characters of all of them. */
const DEEPEST = 5;
const FILES_MAX = 200;
const CHARACTERS_MAX = 2_000_000;

const FRONT_MATTER = /^\uFEFF?---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const FRONT_MATTER_MAX = 20_000;
/** A listing, which shows the directives in it as they are written. Quarto's shortcodes are replaced there, too. */
const LISTING = /^[ \t]{0,20}(`{3,}|~{3,})(?![`~])(?:[^{`][^`]*|\{(?:code|code-block|sourcecode|raw)\}[^`]*)?$/;
/** Longer lines include nothing. */
const LONGEST = 2_000;

/** Puts the texts of the files that a document includes into it. Those that aren't imported with it are named. */
export class Includes {
  readonly #read: (address: string) => Uint8Array | null;
  #note: NoteLine = () => undefined;
  #files = 0;
  #characters = 0;

  /** @param read the bytes of a file at an address; null: it isn't there */
  constructor(read: (address: string) => Uint8Array | null) {
    this.#read = read;
  }

  /** A text of the document with its files. */
  expand(text: string, note: NoteLine): ConvertedText {
    this.#note = note;
    const lines = this.#expanded(numberedLines(text), 0);
    return { text: lines.map((line) => line.text).join('\n'), lineOf: (line) => lines[line - 1]?.from ?? line };
  }

  #expanded(lines: readonly Line[], depth: number): Line[] {
    const expanded: Line[] = [];
    let endOfListing = 0;
    for (let at = 0; at < lines.length;) {
      const line = lines[at] as Line;
      const isShort = line.text.length <= LONGEST;
      const found = isShort ? includeAt(lines, at, at < endOfListing) : null;
      if (found === null) {
        const marks = isShort && at >= endOfListing ? LISTING.exec(line.text)?.[1] : undefined;
        if (marks !== undefined) endOfListing = endOfFence(lines, at, marks);
        expanded.push(line);
        at++;
        continue;
      }
      for (const address of found.addresses) expanded.push(...this.#linesOf(address, found, line.from, depth, at < endOfListing));
      at = found.end;
    }
    return expanded;
  }

  #linesOf(address: string, found: Include, from: number, depth: number, isListing: boolean): Line[] {
    const shown = address.slice(0, 200);
    const text = found.shows.kind === 'unknown' ? this.#noteUnknown(shown, found.shows.part, from) : this.#textOf(address, from, depth);
    if (text === null) return [];
    const { options, indent, shows } = found;
    const isText = shows.kind === 'text' && !isListing;
    const start = isText && !choosesPart(options) ? (FRONT_MATTER.exec(text.slice(0, FRONT_MATTER_MAX))?.[0].length ?? 0) : 0;
    const lines = includedPart(text.slice(start).replace(/\n$/, ''), options, shows.kind === 'block');
    const dropped = otherOptions(options);
    if (dropped.length > 0) this.#note(from, `Options of the include of ${shown} were skipped: ${dropped.join(', ').slice(0, 300)}.`);
    if (lines === null) {
      this.#note(from, `The part of ${shown} that the document includes is not in that file. Its text is missing here.`);
      return [];
    }
    const language = listedLanguage(options);
    const written =
      shows.kind === 'block' ? shows.write(lines) : language === null ? lines : listing(language, lines.join('\n')).split('\n');
    const own = written.map((line) => ({ text: line === '' ? '' : indent + line, from }));
    if (isListing) return own;
    return [{ text: '', from }, ...(isText && language === null ? this.#expanded(own, depth + 1) : own), { text: '', from }];
  }

  #noteUnknown(shown: string, part: string, from: number): null {
    this.#note(
      from,
      part === 'embed'
        ? `The document shows a result of ${shown}, which only a build has. It is missing here.`
        : `The document shows a part of ${shown} that an import can’t find (${part}). Its text is missing here.`,
    );
    return null;
  }

  /** Null: the file isn't there, or is one too many. */
  #textOf(address: string, from: number, depth: number): string | null {
    const bytes = this.#read(address);
    const shown = address.slice(0, 200);
    if (bytes === null || !isUtf8(bytes)) {
      this.#note(from, `The document includes ${shown}, which isn’t imported with it. Its text is missing here.`);
      return null;
    }
    this.#files++;
    this.#characters += bytes.length;
    if (depth === DEEPEST || this.#files > FILES_MAX || this.#characters > CHARACTERS_MAX) {
      this.#note(from, `The document includes too many files. The text of ${shown} was left out.`);
      return null;
    }
    return decodeUtf8(bytes).replace(/\r\n?/g, '\n');
  }
}
