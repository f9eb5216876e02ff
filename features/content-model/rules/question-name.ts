/** Maximum length of the name in characters. */
const NAME_MAX = 40;

/** The name of a multiple choice question: the first words of its text. */
export function questionName(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > NAME_MAX ? `${line.slice(0, NAME_MAX)}…` : line;
}
