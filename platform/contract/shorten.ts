/** Cuts a text to `limit` characters, the last of them … if anything was cut. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  // Half of a surrogate pair would be invalid text.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
