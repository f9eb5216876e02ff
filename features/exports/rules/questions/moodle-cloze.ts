import { type Gap, piecesOf } from '#features/questions/contract/kinds/gaps.ts';
import { onlyNumber } from '#features/questions/contract/kinds/near.ts';
import type { TaskOf } from '#features/questions/contract/kinds/tasks.ts';
import { writeXmlElement, xmlElement } from '#platform/content/xml/write-xml.ts';
import type { QuestionHtml } from './question-html.ts';

/** The text of a question with gaps as Moodle writes it: `{1:SHORTANSWER:=Berlin~Bonn#No}`. */
export function clozeHtml({ text, is_code, match_case, feedback }: TaskOf<'blanks'>, { line }: QuestionHtml): string {
  const told = feedback.filter(({ message }) => message.trim() !== '').map(({ answer, message }) => ({ answer, message: line(message) }));
  const pieces = piecesOf(text).map((piece) => (typeof piece === 'string' ? piece : gapText(piece, match_case, told)));
  if (is_code) return writeXmlElement(xmlElement('pre', {}, pieces.join('')));
  return pieces
    .join('')
    .split(/\n[ \t]*\n/)
    .map((paragraph) =>
      writeXmlElement(
        xmlElement(
          'p',
          {},
          paragraph.split('\n').flatMap((each, index) => [...(index > 0 ? [xmlElement('br')] : []), each]),
        ),
      ),
    )
    .join('');
}

function gapText(gap: Gap, isCased: boolean, told: readonly { readonly answer: string; readonly message: string }[]): string {
  const message = (answer: string) => {
    const found = told.find((each) => each.answer === answer);
    return found ? `#${escaped(found.message)}` : '';
  };
  if (gap.type === 'menu') {
    const [right = '', ...wrong] = gap.choices;
    return `{1:MULTICHOICE:=${escaped(right)}${wrong.map((choice) => `~${escaped(choice)}${message(choice)}`).join('')}}`;
  }
  if (gap.type === 'number') {
    const wrong = told
      .filter(({ answer }) => onlyNumber(answer) !== null)
      .map(({ answer }) => `~${String(onlyNumber(answer))}:0${message(answer)}`);
    return `{1:NUMERICAL:=${String(onlyNumber(gap.value) ?? gap.value)}:${String(onlyNumber(gap.tolerance) ?? 0)}${wrong.join('')}}`;
  }
  const right = gap.answers.map((answer) => `=${escaped(answer.replaceAll('*', '\\*'))}`);
  const wrong = told
    .filter(({ answer }) => !gap.answers.includes(answer))
    .map(({ answer }) => `${escaped(answer.replaceAll('*', '\\*'))}${message(answer)}`);
  return `{1:SHORTANSWER${isCased ? '_C' : ''}:${[...right, ...wrong].join('~')}}`;
}

/** A backslash of the text itself would otherwise belong to the next sign. */
function escaped(text: string): string {
  return text.replaceAll(/\\(?!\*)/g, '\\\\').replaceAll(/[}#~]/g, '\\$&');
}
