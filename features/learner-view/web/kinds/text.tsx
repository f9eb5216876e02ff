import type { AnswerPartProps } from './answer-part.ts';
import { LineField } from './line-field.tsx';

/** A word or a line to type. */
export function TextAnswer(props: AnswerPartProps<'text'>) {
  return <LineField {...props} hint={null} />;
}
