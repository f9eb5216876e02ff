import type { LessonPerson } from '../../contract.ts';

/** A mention that is being typed. */
export interface MentionQuery {
  /** Position of its `@`. */
  readonly from: number;
  /** Position of the caret. */
  readonly to: number;
  /** What is typed after the `@`. */
  readonly text: string;
}

const TYPED = /(?<![\p{L}\p{N}_.@/+-])@([\p{L}\p{N}._+-]*)$/u;
/** More names than this are no help. */
const MOST_OFFERED = 6;

/** The mention that the caret is in; null: none. */
export function mentionQuery(text: string, caret: number): MentionQuery | null {
  const typed = TYPED.exec(text.slice(0, caret));
  return typed && { from: typed.index, to: caret, text: typed[1] ?? '' };
}

/** The people whose key, or a part of whose name, begins with what is typed; those whose key does so first. */
export function matchPeople(people: readonly LessonPerson[], typed: string): LessonPerson[] {
  const query = typed.toLowerCase();
  const hasKey = ({ key }: LessonPerson) => key.startsWith(query);
  const hasName = ({ name }: LessonPerson) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((part) => part.startsWith(query));
  const byKey = people.filter(hasKey);
  return [...byKey, ...people.filter((person) => !hasKey(person) && hasName(person))].slice(0, MOST_OFFERED);
}

/** Replaces what is typed by the mention of a person. Returns the text and the position of the caret. */
export function insertMention(text: string, { from, to }: MentionQuery, { key }: LessonPerson): { text: string; caret: number } {
  const rest = text.slice(to);
  // Followed by a space where the next word begins, but not before punctuation.
  const mention = `@${key}${/^(?:$|[\p{L}\p{N}])/u.test(rest) ? ' ' : ''}`;
  const caret = from + mention.length + (/^\s/.test(rest) ? 1 : 0);
  return { text: text.slice(0, from) + mention + rest, caret };
}
