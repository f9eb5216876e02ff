/** Characters of one text, of which a model reads all. */
const TEXT_MAX = 20_000;
/** Characters of a whole result. */
const RESULT_MAX = 100_000;

/**
 * A result as text for a model: without rendered HTML, which repeats the Markdown, and with long texts and pictures cut.
 * @returns JSON, unless the whole is too long and cut.
 */
export function leanResult(value: unknown): string {
  return cutText(JSON.stringify(value, leanPart), RESULT_MAX);
}

function leanPart(key: string, part: unknown): unknown {
  if (key.endsWith('_html')) return undefined;
  if (key === 'images' && Array.isArray(part)) return part.map((image: unknown) => (typeof image === 'string' ? '(a picture)' : image));
  return typeof part === 'string' ? cutText(part, TEXT_MAX) : part;
}

function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half of a pair would be invalid text, which clients fail to read.
  return `${text.slice(0, most).toWellFormed()}… (cut here: ${text.length - most} more characters)`;
}
