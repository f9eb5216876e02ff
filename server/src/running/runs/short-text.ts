/** At most `limit` characters, the last of them … where something was left out. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  // Half of a character pair would be no text.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
