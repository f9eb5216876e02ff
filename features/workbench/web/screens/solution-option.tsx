import { NativeSelect } from '@mantine/core';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import { counted } from '#platform/contract/counted.ts';
import type { ScreenEditing } from './use-screen-editing.ts';

const OFFERED = [1, 2, 3, 5, 10];

/** After how many tries learners can see the answer of a screen. */
export function SolutionOption({ editing: { fields, edit, isReadOnly, isSaving } }: { editing: ScreenEditing }) {
  const { solution_after: after } = fields;
  const numbers = after === null ? OFFERED : [...new Set([...OFFERED, after])].toSorted((one, other) => one - other);
  return (
    <NativeSelect
      size="xs"
      aria-label={SCREEN_FIELD_LABELS.solution_after}
      title="When learners can compare their code with the answer code."
      value={after ?? ''}
      disabled={isReadOnly}
      data={[
        { value: '', label: 'Solution: never shown' },
        ...numbers.map((number) => ({ value: String(number), label: `Solution: after ${counted(number, 'try', 'tries')}` })),
      ]}
      onChange={({ currentTarget: { value } }) => !isSaving && edit({ solution_after: value === '' ? null : Number(value) })}
    />
  );
}
