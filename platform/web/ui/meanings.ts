/** What a colour says (tokens.css, docs/design.md). Badges, banners and alerts take one as their `color`. */
export const MEANINGS = ['draft', 'changed', 'review', 'success', 'error', 'running', 'comment', 'action'] as const;
export type Meaning = (typeof MEANINGS)[number];

export function isMeaning(color: unknown): color is Meaning {
  return MEANINGS.some((meaning) => meaning === color);
}
