import type { Package } from '#features/lessons/contract/lessons.ts';
import { isQuery, isTerminal, LANGUAGES, type Language } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { type CodeCell, codesOf, type Note } from './cells.ts';
import { SUBMISSION } from './checks/test-case.ts';
import { isWritten as writes } from './collection/code-paths.ts';
import { importsOf, packageKey, packageOf } from './needed-packages.ts';

/** Where code runs, as far as the import knows. */
export interface CodePlace {
  /** Whether a file that code opens at an address exists. */
  readonly hasFile: (address: string) => boolean;
  /** Whether queries have a database. */
  readonly hasDatabase: boolean;
  /** Versions of packages that a file beside the document asks for, by {@link packageKey}. */
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
      const key = packageKey(named);
      packages.set(key, { name: named, version: place.versions.get(key) ?? null, show_in_editor: false });
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
  const needed = [...packages.values()];
  const more = needed.splice(LIMITS.packagesMax);
  if (more.length > 0)
    note(
      '',
      `A lesson has at most ${LIMITS.packagesMax} packages. These were left out: ${more
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 500)}.`,
    );
  return needed;
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

function* filesIn(language: Language, code: string): Generator<{ readonly name: string; readonly isWritten: boolean }> {
  // Commands name files that other commands make.
  if (isTerminal(language)) return;
  const seen = new Set<string>();
  for (const { index, 0: whole, 2: name = '' } of code.matchAll(DATA)) {
    const isWritten = writes(code, index, whole.length);
    if (seen.has(name) && !isWritten) continue;
    seen.add(name);
    yield { name, isWritten };
  }
}
