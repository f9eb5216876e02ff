import type { AnswerPartProps } from './answer-part.ts';
import { LineField } from './line-field.tsx';

/** A number to type. Phones show all their letters: their keys for numbers lack the minus sign and units. */
export function NumberAnswer({ ask: { allows_formula, has_unit }, ...props }: AnswerPartProps<'number'>) {
  const form = allows_formula ? 'A number, or a formula such as 3/4' : 'A number';
  return <LineField {...props} hint={`${form}${has_unit ? ', with its unit' : ''}.`} />;
}
