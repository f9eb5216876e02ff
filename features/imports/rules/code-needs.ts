import type { Package } from '#features/lessons/contract/lessons.ts';
import { isQuery, isTerminal, LANGUAGES, type Language } from '#platform/contract/languages.ts';
import { type CodeCell, codesOf, type Note } from './cells.ts';
import { SUBMISSION } from './checks/test-case.ts';
import { importsOf, packageOf } from './needed-packages.ts';

/** Where code runs, as far as the import knows. */
export interface CodePlace {
  /** Whether a file that code opens at an address exists. */
  readonly hasFile: (address: string) => boolean;
  /** Whether queries have a database. */
  readonly hasDatabase: boolean;
  /** Versions of packages that a file beside the document asks for, by name in lower case. */
  readonly versions: ReadonlyMap<string, string>;
}

export const NOWHERE: CodePlace = { hasFile: () => false, hasDatabase: false, versions: new Map() };

/** Whether queries read tables that none of them makes. */
function readsTables(codes: readonly string[]): boolean {
  return codes.some((code) => /\bfrom\b/i.test(code)) && !codes.some((code) => CREATES.test(code));
}

/** Longer code is read up to here. */
const LONGEST = 200_000;
/** A text in quotes that is an address on the web, or of a database on a server. */
const WEB = /(["'])((?:https?|ftp|s3|postgres(?:ql)?|mysql|mongodb)(?:\+\w{1,20})?:\/\/[^"'\s\\]{3,500})\1/g;
/** Commands that fetch something. */
const FETCHED = /(?:^|[\s;&|(])(?:wget|curl|git[ \t]{1,5}clone|scp|ssh|rsync)[ \t][^\n]{0,1000}/gm;
const DATA =
  /(["'])(?:sqlite:\/{3})?([^"'\n\\:*?<>|]{1,200}\.(?:csv|tsv|txt|dat|json|jsonl|geojson|xlsx?|xml|db|sqlite3?|npy|npz|zip|gz|nc|h5|hdf5|parquet|feather|rds|rdata|fasta|fastq|pkl|pickle|shp|sav|dta|png|jpe?g|tiff?|wav))\1/gi;
/** Calls that write the file that they name, by the last part of their name. */
const WRITES = new Set('savefig imsave savetxt save dump ggsave pdf png svg sink saveRDS fwrite cat'.split(' '));
const WRITE_MODE = /^[ \t]{0,5},[ \t]{0,5}(?:mode[ \t]{0,5}=[ \t]{0,5})?["'][wax]/;

/**
 * Reports what code needs and runs don't have: web addresses, files, databases.
 *
 * @returns the packages that it imports and that are neither in the base environment nor files beside it
 */
export function noteNeeds(cells: readonly CodeCell[], language: Language | null, place: CodePlace, note: Note): Package[] {
  if (language === null) return [];
  const packages = new Map<string, Package>();
  const written = new Set<string>();
  const codes = cells.flatMap((cell) => [...new Set(codesOf(cell))].map((source) => ({ source, at: cell.place })));
  const noted = new Set<string>();
  // Code that learners start with often repeats its answer.
  const noteOnce = (at: string, reason: string) => {
    if (!noted.has(`${at} ${reason}`)) note(at, reason);
    noted.add(`${at} ${reason}`);
  };
  for (const { source, at } of codes) {
    const code = withoutComments(language, source.slice(0, LONGEST));
    for (const name of importsOf(language, code)) {
      const named = packageOf(language, name);
      if (named === null || name === SUBMISSION || place.hasFile(`${name}.py`) || place.hasFile(`${name}/__init__.py`)) continue;
      packages.set(named, { name: named, version: place.versions.get(named.toLowerCase()) ?? null, show_in_editor: false });
    }
    for (const address of addressesIn(language, code))
      noteOnce(at, `The code opens ${address.slice(0, 200)}, and runs have no network. Add what it fetches to the data files.`);
    for (const { name, isWritten } of filesIn(language, code)) {
      if (isWritten || written.has(name)) written.add(name);
      else if (!place.hasFile(name))
        noteOnce(at, `The code opens ${name.slice(0, 200)}, which isn’t imported with it. Upload it to the data files.`);
    }
  }
  if (isQuery(language) && cells.length > 0 && !place.hasDatabase && readsTables(codes.map(({ source }) => source)))
    note('', 'The queries have no database. Add one to the data files.');
  return [...packages.values()];
}

const CREATES = /\bcreate[ \t]{1,10}(?:temp(?:orary)?[ \t]{1,10})?(?:table|view)\b/i;

function withoutComments(language: Language, code: string): string {
  const { comment } = LANGUAGES[language];
  return code
    .split('\n')
    .filter((line) => !line.trimStart().startsWith(comment))
    .join('\n');
}

function addressesIn(language: Language, code: string): string[] {
  if (!isTerminal(language)) return [...new Set([...code.matchAll(WEB)].map(([, , address = '']) => address))];
  return [...code.matchAll(FETCHED)].map(([command]) => command.replace(/^[\s;&|(]/, '').trim());
}

/** Whether the call that a text ends in writes: `df.to_csv(`, `write.csv(x, `. */
function isWriter(before: string): boolean {
  const called =
    before
      .slice(0, Math.max(0, before.lastIndexOf('(')))
      .split(/[^\w.]/)
      .at(-1) ?? '';
  const name = called.split('.').at(-1) ?? '';
  return WRITES.has(name) || name.startsWith('to_') || called.startsWith('write');
}

function* filesIn(language: Language, code: string): Generator<{ readonly name: string; readonly isWritten: boolean }> {
  // Commands name files that other commands make.
  if (isTerminal(language)) return;
  const seen = new Set<string>();
  for (const { index, 0: whole, 2: name = '' } of code.matchAll(DATA)) {
    const before = code.slice(Math.max(0, index - 150), index);
    const isWritten = isWriter(before) || WRITE_MODE.test(code.slice(index + whole.length, index + whole.length + 40));
    if (seen.has(name) && !isWritten) continue;
    seen.add(name);
    yield { name, isWritten };
  }
}
