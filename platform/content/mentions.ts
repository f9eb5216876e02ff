import type { SafeHtml } from '#platform/contract/safe-html.ts';

/** Marks a mention in rendered markdown. */
export const MENTION_CLASS = 'mention';

/** `@` and the part of an email address before its `@`, or the whole address. Not inside a word, an address or a path. */
const MENTION =
  /(?<![\p{L}\p{N}_.@/+-])@([a-z0-9_](?:[a-z0-9._+-]*[a-z0-9_])?(?:@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z0-9]+)?)(?![\p{L}\p{N}@])/giu;

/** Splits a text into plain parts and mentions, which begin with `@`. Joined they are the text. */
export function splitMentions(text: string): { text: string; isMention: boolean }[] {
  const parts: { text: string; isMention: boolean }[] = [];
  let end = 0;
  for (const { 0: mention, index } of text.matchAll(MENTION)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMention: false });
    parts.push({ text: mention, isMention: true });
    end = index + mention.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMention: false });
  return parts;
}

const MARKED = new RegExp(`<span class="${MENTION_CLASS}">@([^<]+)</span>`, 'g');

/** The mentions in HTML that was rendered with marks, without `@` and in lower case. */
export function mentionsIn(html: string): string[] {
  return [...new Set([...html.matchAll(MARKED)].flatMap(([, key]) => key?.toLowerCase() ?? []))];
}

/** Removes the marks of mentions that mention no user. */
export function keepMentions(html: SafeHtml, isKnown: (key: string) => boolean): SafeHtml {
  return html.replaceAll(MARKED, (mark, key: string) => (isKnown(key.toLowerCase()) ? mark : `@${key}`)) as SafeHtml;
}
