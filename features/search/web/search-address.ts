import { LESSON_STATUSES } from '#features/releases/state-labels.policy.ts';
import { SEARCH_KIND_NAMES, SEARCH_TEXT_MAX } from '../contract/search-kinds.ts';
import type { SearchQueryInput } from '../contract/search.ts';

/** What is searched for, as the address says it. Lists are separated by commas, authors by `|`. */
export interface SearchAddress {
  q?: string;
  regex?: true;
  word?: true;
  case?: true;
  latest?: true;
  kinds?: string;
  languages?: string;
  types?: string;
  authors?: string;
  releases?: string;
  statuses?: string;
  lessons?: string;
}

const OPTIONS = ['regex', 'word', 'case', 'latest'] as const;
export type SearchOption = (typeof OPTIONS)[number];

const NUMBERS = /^[1-9]\d{0,8}$/;
const WORD = /^[A-Za-z]{1,20}$/;

/** The filters, and which values each accepts. */
const FILTERS = {
  kinds: (value: string) => SEARCH_KIND_NAMES.some((kind) => kind === value),
  languages: (value: string) => WORD.test(value),
  types: (value: string) => ['text', 'code', 'takeaways'].includes(value),
  authors: (value: string) => value.length <= 200,
  releases: (value: string) => NUMBERS.test(value),
  statuses: (value: string) => [...LESSON_STATUSES, 'Modified', 'Unmodified'].includes(value),
  lessons: (value: string) => NUMBERS.test(value),
} as const;
export type SearchFilter = keyof typeof FILTERS;
export const SEARCH_FILTERS = Object.keys(FILTERS) as SearchFilter[];

const VALUES_MAX = 50;

function separatorOf(filter: SearchFilter): string {
  return filter === 'authors' ? '|' : ',';
}

/** The values of a filter in the address. */
export function valuesOf(address: SearchAddress, filter: SearchFilter): string[] {
  return splitValues(filter, address[filter]);
}

function splitValues(filter: SearchFilter, text: unknown): string[] {
  if (typeof text !== 'string') return [];
  const values = text.split(separatorOf(filter)).filter((value) => value !== '' && FILTERS[filter](value));
  return [...new Set(values)].slice(0, VALUES_MAX);
}

/** The address with other values of a filter. */
export function withValues(address: SearchAddress, filter: SearchFilter, values: readonly string[]): SearchAddress {
  const { [filter]: _replaced, ...others } = address;
  return values.length === 0 ? others : { ...others, [filter]: values.join(separatorOf(filter)) };
}

/** The address with an option turned on or off. */
export function withOption(address: SearchAddress, option: SearchOption, isOn: boolean): SearchAddress {
  const { [option]: _replaced, ...others } = address;
  return isOn ? { ...others, [option]: true } : others;
}

/** Parses an address; invalid parts are ignored. */
export function parseSearchAddress(search: Record<string, unknown>): SearchAddress {
  const q = typeof search['q'] === 'string' ? search['q'].slice(0, SEARCH_TEXT_MAX) : '';
  let address: SearchAddress = q === '' ? {} : { q };
  for (const option of OPTIONS) address = withOption(address, option, String(search[option]) === 'true');
  for (const filter of SEARCH_FILTERS) address = withValues(address, filter, splitValues(filter, search[filter]));
  return address;
}

/** The query of an address; null: there is nothing to search for. */
export function queryOf(address: SearchAddress): SearchQueryInput | null {
  const { q, regex, word, case: isCase, latest } = address;
  if (q === undefined) return null;
  const list = (filter: SearchFilter) => valuesOf(address, filter);
  return {
    text: q,
    mode: regex ? 'regex' : 'plain',
    whole_word: word === true,
    match_case: isCase === true,
    latest: latest === true,
    kinds: list('kinds') as NonNullable<SearchQueryInput['kinds']>,
    languages: list('languages') as NonNullable<SearchQueryInput['languages']>,
    screen_types: list('types') as NonNullable<SearchQueryInput['screen_types']>,
    authors: list('authors'),
    releases: list('releases').map(Number),
    statuses: list('statuses') as NonNullable<SearchQueryInput['statuses']>,
    lessons: list('lessons').map(Number),
  };
}
