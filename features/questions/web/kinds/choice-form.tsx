import type { QuestionFields } from '#features/screens/contract/screens.ts';
import type { Skill } from '#features/screens/contract/skills.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { MESSAGES } from '../messages.ts';
import { OPTIONS, pickValid, type Option } from '../option-list.ts';
import { OptionRow } from '../option-row.tsx';
import { AddRow } from '../rows/add-row.tsx';
import { useRowActions } from '../rows/use-row-actions.ts';
import classes from '../questions.module.css';

interface ChoiceFormProps {
  /** Of the question. */
  number: number;
  fields: QuestionFields;
  skills: readonly Skill[] | null;
  isReadOnly: boolean;
  isBusy: boolean;
  onChange: (change: Partial<QuestionFields>) => void;
  /** The options as they are when something is undone. */
  optionsNow: () => readonly Option[];
  /** Gets the focus from the first option. */
  onBefore: () => void;
}

/** The options of a multiple choice question in their order. */
export function ChoiceForm({ number, fields, skills, isReadOnly, isBusy, onChange, optionsNow, onBefore }: ChoiceFormProps) {
  const { select_type, answer_options } = fields;
  const actions = useRowActions({
    kind: OPTIONS,
    items: answer_options,
    itemsNow: optionsNow,
    isReadOnly,
    max: LIMITS.optionsMax,
    onChange: (options) => onChange({ answer_options: options }),
    removed: ({ label }) => MESSAGES.rowRemoved('option', label.split('\n', 1)[0] ?? ''),
  });
  const { rows, root } = actions;
  return (
    <div ref={root} className={classes.list}>
      <ol className={classes.options} aria-label={`Options of question ${number}`}>
        {rows.map((option, index) => (
          <OptionRow
            key={index}
            index={index}
            count={rows.length}
            option={option}
            selectType={select_type}
            skills={skills}
            isReadOnly={isReadOnly}
            isBusy={isBusy}
            onChange={(change) => actions.set(index, { ...option, ...change })}
            onValid={(isValid) => actions.setAll(pickValid(rows, index, isValid, select_type))}
            onEnter={() => actions.goOn(index)}
            onBackspace={() => {
              actions.goBack(index);
              if (index === 0) onBefore();
            }}
            onMove={(by) => actions.move(index, by)}
            onRemove={() => actions.remove(index)}
          />
        ))}
      </ol>
      {!isReadOnly && <AddRow label="Add option" isOff={isBusy || actions.isFull} onClick={() => actions.insert(rows.length)} />}
    </div>
  );
}
