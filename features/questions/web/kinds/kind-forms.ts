import type { ComponentType } from 'react';
import type { TaskKind } from '../../contract/kinds/tasks.ts';
import { BlanksForm } from './blanks-form.tsx';
import type { KindFormProps } from './kind-form-props.ts';
import { MatchForm } from './match-form.tsx';
import { NumberForm } from './number-form.tsx';
import { OrderForm } from './order-form.tsx';
import { PredictForm } from './predict-form.tsx';
import { TextForm } from './text-form.tsx';

/** The form of each kind of question besides multiple choice. */
export const KIND_FORMS: { readonly [K in TaskKind]: ComponentType<KindFormProps<K>> } = {
  number: NumberForm,
  text: TextForm,
  blanks: BlanksForm,
  order: OrderForm,
  match: MatchForm,
  predict: PredictForm,
};
