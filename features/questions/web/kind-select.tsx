import { NativeSelect } from '@mantine/core';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import { isSame } from '#platform/web/ui/editing/edit-form.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { kindLabel, kindOf, kindsFor } from '../contract/kinds/kinds.ts';
import { MESSAGES } from './messages.ts';

interface KindSelectProps {
  fields: QuestionFields;
  isOff: boolean;
  /** The lesson has a language, so that code can run. */
  hasCode: boolean;
  onChange: (change: Partial<QuestionFields>) => void;
}

const CHOICE = 'choice';

/** The kind of a question. Another one keeps the text and begins the rest anew, which can be undone. */
export function KindSelect({ fields, isOff, hasCode, onChange }: KindSelectProps) {
  const { task = null, answer_options, select_type, skill_id = null } = fields;
  const kinds = kindsFor(hasCode, task);

  function choose(name: string) {
    const next = kinds.find(({ kind }) => kind === name)?.empty() ?? null;
    const hasContent = task === null ? answer_options.length > 0 : !isSame(task, kindOf(task).empty());
    onChange({ task: next, answer_options: [], skill_id: next && skill_id });
    if (!hasContent) return;
    const undo = () => onChange({ task, answer_options, select_type, skill_id });
    showOffer({ message: MESSAGES.kindChanged(kindLabel(task), kindLabel(next)), label: 'Undo', onClick: undo });
  }
  return (
    <NativeSelect
      label="Kind"
      disabled={isOff}
      data={[{ value: CHOICE, label: kindLabel(null) }, ...kinds.map(({ kind, label }) => ({ value: kind, label }))]}
      value={task?.kind ?? CHOICE}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
