/** Characters of a question that stand for it. */
const NAME_MAX = 40;

/** What a multiple choice question is known by: the first words of its text. */
export function questionName(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > NAME_MAX ? `${line.slice(0, NAME_MAX)}…` : line;
}
