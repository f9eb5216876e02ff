import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { decodeTrie, parseDictionary, type ITrie } from 'cspell-trie-lib';
import type { UnknownWords } from '../../rules/spelling.ts';

const unpack = promisify(gunzip);

/** Files of the packages: American and British English, and words of software and data science. */
const TRIES = { '@cspell/dict-en_us': 'en_US.trie.gz', '@cspell/dict-en-gb-mit': 'en_GB.trie.gz' };
const LISTS = {
  '@cspell/dict-software-terms': ['softwareTerms.txt.gz', 'software-tools.txt', 'computing-acronyms.txt', 'networkingTerms.txt'],
  '@cspell/dict-data-science': ['data-science.txt', 'data-science-tools.txt', 'data-science-models.txt'],
};

/** Common in lessons, and in none of the lists. */
const OWN = ['dataframe', 'dataframes', 'filescreen', 'filescreens', 'lessonwright'];

/** Words without a suggestion for more than so many: finding one takes some 20 ms. */
const SUGGESTIONS_MAX = 200;
/** Words that are asked for similar ones, and how many each has. */
const PROPOSED_MAX = 50;
const PROPOSALS_MAX = 5;
/** Words that differ more were hardly meant. */
const COST_MAX = 110;

export interface Dictionary {
  /** Those of `words` that it doesn't know, with what was probably meant. */
  check: (words: readonly string[]) => UnknownWords;
  /** Up to five similar words of each, the nearest first. */
  propose: (words: readonly string[]) => ReadonlyMap<string, readonly string[]>;
}

/** Reads the dictionary: about 0.4 s and 80 MB. */
export async function openDictionary(): Promise<Dictionary> {
  const tries = await Promise.all(
    Object.entries(TRIES).map(async ([name, file]) => decodeTrie(await unpack(await readFile(fileOf(name, file))))),
  );
  const lists = await Promise.all(
    Object.entries(LISTS).flatMap(([name, files]) => files.map((file) => readList(fileOf(name, `dict/${file}`)))),
  );
  const terms = parseDictionary([...lists.flatMap((list) => list.split('\n')), ...OWN]);
  return {
    check: (words) => checkWords([...tries, terms], words),
    propose: (words) => new Map(words.slice(0, PROPOSED_MAX).map((word) => [word, propose(tries, word)])),
  };
}

function checkWords(tries: readonly ITrie[], words: readonly string[]): UnknownWords {
  const isKnown = (word: string) => tries.some((trie) => trie.has(word) || trie.has(word.toLowerCase()));
  const unknown = [...new Set(words)].filter((word) => !isKnown(word));
  return new Map(unknown.map((word, index) => [word, index < SUGGESTIONS_MAX ? suggest(tries, word) : null]));
}

/** Of English alone. Null: nothing is close enough, or several are. */
function suggest([english]: readonly ITrie[], word: string): string | null {
  const lower = word.toLowerCase();
  const found = english?.suggestWithCost(lower, { numSuggestions: 2, includeTies: false, ignoreCase: false }) ?? [];
  const [best, next] = found.filter((each) => each.word !== lower);
  if (!best || best.cost > COST_MAX || best.cost === next?.cost) return null;
  return best.word;
}

/** Of English alone, with the capital letter of the word. */
function propose([english]: readonly ITrie[], word: string): string[] {
  const lower = word.toLowerCase();
  const found = english?.suggestWithCost(lower, { numSuggestions: 3 * PROPOSALS_MAX, includeTies: false, ignoreCase: true }) ?? [];
  const isCapital = word !== lower;
  const words = found.filter((each) => each.word.toLowerCase() !== lower).map((each) => each.word);
  return [...new Set(words.map((each) => (isCapital ? each.charAt(0).toUpperCase() + each.slice(1) : each)))].slice(0, PROPOSALS_MAX);
}

function fileOf(name: string, file: string): URL {
  return new URL(file, import.meta.resolve(name));
}

async function readList(file: URL): Promise<string> {
  const bytes = await readFile(file);
  return (file.pathname.endsWith('.gz') ? await unpack(bytes) : bytes).toString();
}
