import { counted } from '#platform/contract/counted.ts';
import type { SentencePart } from '../contract/audit.ts';

/** What can be in the braces of a phrase, and what it is called without an entry. */
export const NOUNS = {
  lesson: 'a lesson',
  screen: 'a screen',
  comment: 'a comment',
  release: 'a release',
  pull: 'a pull request',
  dataset: 'a dataset',
  course: 'a course',
  path: 'a path',
  step: 'a step',
  person: 'a person',
  build: 'a build',
  lessons: 'lessons',
  courses: 'courses',
  paths: 'paths',
  people: 'people',
  branches: 'branches',
  role: 'a role',
  quoted: '…',
} as const;
export type Noun = keyof typeof NOUNS;

/** The part of an entry that phrases read. */
export interface DescribedEntry {
  readonly subject: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lesson_id: number | null;
  readonly lesson_sequence: number | null;
}

/** Names of things by `lesson:3`; people also by `person:ada@example.org`. */
export type Names = ReadonlyMap<string, SentencePart>;

interface Token {
  readonly noun: Noun;
  /** The detail that it is in; null: the subject of the entry. */
  readonly field: string | null;
}

/** Splits a phrase into its texts and what is in its braces. @throws Error for an unknown noun */
export function parsePhrase(phrase: string): (string | Token)[] {
  return phrase.split(/[{}]/).flatMap((part, index): (string | Token)[] => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    const [noun = '', field = null] = part.split(':');
    if (!Object.hasOwn(NOUNS, noun)) throw new Error(`The phrase “${phrase}” has an unknown noun: ${noun}`);
    return [{ noun: noun as Noun, field }];
  });
}

/** The things of an entry whose names a phrase needs, as the keys of {@link Names}. */
export function thingsOf(phrase: string, entry: DescribedEntry): string[] {
  return parsePhrase(phrase).flatMap((part) => (typeof part === 'string' ? [] : keysOf(part, entry)));
}

function keysOf({ noun, field }: Token, { subject, details }: DescribedEntry): string[] {
  const value = field === null ? subject : details[field];
  if (noun === 'people') return Array.isArray(value) ? value.map((id) => `user:${String(id)}`) : [];
  if (typeof value === 'number') return [`${noun === 'person' ? 'user' : noun}:${value}`];
  if (typeof value !== 'string' || field !== null) return [];
  return isThing(value) ? [value] : noun === 'person' ? [`person:${value}`] : [];
}

/** Whether a subject is a row, such as `lesson:3`. */
export function isThing(subject: string): boolean {
  return /^[a-z-]{1,30}:\d{1,9}$/.test(subject);
}

/** The parts of what a phrase says about an entry. */
export function renderPhrase(phrase: string, entry: DescribedEntry, names: Names): SentencePart[] {
  return parsePhrase(phrase).flatMap((part) => (typeof part === 'string' ? [text(part)] : say(part, entry, names)));
}

/** What a phrase says about no entry in particular. */
export function describePhrase(phrase: string): string {
  return parsePhrase(phrase)
    .map((part) => (typeof part === 'string' ? part : NOUNS[part.noun]))
    .join('');
}

function say(token: Token, entry: DescribedEntry, names: Names): SentencePart[] {
  const { noun, field } = token;
  const value = field === null ? entry.subject : entry.details[field];
  switch (noun) {
    case 'quoted':
      return [text(typeof value === 'string' ? `“${value}”` : NOUNS.quoted)];
    case 'role':
      return [text(typeof value === 'string' ? value : NOUNS.role)];
    case 'lessons':
    case 'courses':
    case 'paths':
      return [text(Array.isArray(value) ? numbered(noun, value) : noun)];
    case 'branches':
      return [text(Array.isArray(value) && value.length > 0 ? listed(value.map(String)) : noun)];
    case 'people':
      return separated(keysOf(token, entry).map((key) => names.get(key) ?? text(NOUNS.person)));
    case 'build':
      return [typeof value === 'number' ? buildPart(value, entry, names) : text(NOUNS.build)];
    case 'pull':
      return pullParts(entry, names);
    case 'lesson':
    case 'screen':
    case 'comment':
    case 'release':
    case 'dataset':
    case 'course':
    case 'path':
    case 'step':
    case 'person': {
      const [key] = keysOf(token, entry);
      return [(key === undefined ? undefined : names.get(key)) ?? text(unnamed(token, entry))];
    }
  }
}

/** What is gone, or has no id, as far as the entry itself knows it. */
function unnamed({ noun, field }: Token, { subject, details, lesson_sequence }: DescribedEntry): string {
  if (field === null && noun === 'person' && subject !== null && !isThing(subject)) return subject;
  if (field === null && noun === 'lesson' && lesson_sequence !== null) return `lesson ${lesson_sequence}`;
  if (field === null && (noun === 'screen' || noun === 'comment') && lesson_sequence !== null)
    return `a deleted ${noun} of lesson ${lesson_sequence}`;
  if (field === null && typeof details['sequence'] === 'number') return `${noun} ${details['sequence']}`;
  const isNamed = field === null ? subject !== null : details[field] !== undefined;
  return isNamed ? `a deleted ${noun}` : NOUNS[noun];
}

function pullParts({ subject, details: { number } }: DescribedEntry, names: Names): SentencePart[] {
  const release = names.get(subject ?? '');
  const link = (release?.link ?? null) === null ? null : `/releases/${subject?.slice('release:'.length)}/pull`;
  const pull = { text: typeof number === 'number' ? `pull request ${number}` : 'the pull request', link };
  return release === undefined ? [pull] : [pull, text(' of '), release];
}

function buildPart(build: number, { lesson_id }: DescribedEntry, names: Names): SentencePart {
  const isThere = (names.get(`lesson:${lesson_id}`)?.link ?? null) !== null;
  return { text: `build ${build}`, link: isThere ? `/lesson/${lesson_id}/deploy/${build}` : null };
}

const text = (words: string): SentencePart => ({ text: words, link: null });

/** More numbers than this are only counted. */
const NUMBERS_MAX = 5;

function numbered(noun: 'lessons' | 'courses' | 'paths', numbers: readonly unknown[]): string {
  const one = noun.slice(0, -1);
  if (numbers.length === 0 || numbers.length > NUMBERS_MAX) return counted(numbers.length, one);
  return `${numbers.length === 1 ? one : noun} ${listed(numbers.map(String))}`;
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function separated(parts: readonly SentencePart[]): SentencePart[] {
  if (parts.length === 0) return [text(NOUNS.people)];
  return parts.flatMap((part, index) => (index === 0 ? [part] : [text(index === parts.length - 1 ? ' and ' : ', '), part]));
}
