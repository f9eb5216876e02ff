import { ActionIcon, Checkbox, NativeSelect, Radio, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import type { Skill } from '#features/screens/contract/skills.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Option } from './option-list.ts';
import classes from './questions.module.css';

interface OptionRowProps {
  index: number;
  count: number;
  option: Option;
  selectType: QuestionFields['select_type'];
  skills: readonly Skill[] | null;
  isReadOnly: boolean;
  isBusy: boolean;
  onChange: (change: Partial<Option>) => void;
  onValid: (isValid: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One option: whether it is valid, its label, its feedback, the skill it shows. */
export function OptionRow(props: OptionRowProps) {
  const { index, count, option, selectType, skills, isReadOnly, isBusy, onChange, onValid, onMove, onRemove } = props;
  const number = index + 1;
  const isOff = isReadOnly || isBusy;
  const Mark = selectType === 'single' ? Radio : Checkbox;
  const skill = skills?.find(({ id }) => id === option.skill_id);
  const texts = { autosize: true, minRows: 1, maxRows: 8, maxLength: LIMITS.textMax, readOnly: isOff } as const;
  return (
    <li className={classes.option} data-option={index} data-valid={option.valid || undefined} data-skills={skills !== null || undefined}>
      <div className={classes.mark}>
        <Mark
          size="xs"
          label="Valid"
          aria-label={`Option ${number} is valid`}
          checked={option.valid}
          disabled={isOff}
          onChange={(event) => onValid(event.currentTarget.checked)}
        />
        {!isReadOnly && (
          <div className={classes.optionButtons}>
            <ActionIcon data-move={-1} aria-label={`Move option ${number} up`} disabled={isOff || index === 0} onClick={() => onMove(-1)}>
              <IconArrowUp size={15} aria-hidden />
            </ActionIcon>
            <ActionIcon
              data-move={1}
              aria-label={`Move option ${number} down`}
              disabled={isOff || index === count - 1}
              onClick={() => onMove(1)}
            >
              <IconArrowDown size={15} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={`Remove option ${number}`} disabled={isOff} onClick={onRemove}>
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          </div>
        )}
      </div>
      <Textarea
        {...texts}
        label="Label"
        aria-label={`Label of option ${number}`}
        placeholder="What the learner picks; markdown"
        value={option.label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        onKeyDown={(event) => {
          const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
          if (by === undefined || isOff) return;
          event.preventDefault();
          onMove(by as -1 | 1);
        }}
      />
      <Textarea
        {...texts}
        label="Feedback"
        aria-label={`Feedback of option ${number}`}
        placeholder="Shown when the learner picks it; markdown"
        value={option.feedback_message}
        onChange={(event) => onChange({ feedback_message: event.currentTarget.value })}
      />
      {skills !== null && (
        <NativeSelect
          size="sm"
          label="Skill"
          aria-label={`Skill of option ${number}`}
          disabled={isOff}
          data={[{ value: '', label: 'None' }, ...skills.map(({ id, name }) => ({ value: String(id), label: name }))]}
          value={skill ? String(skill.id) : ''}
          onChange={(event) => onChange({ skill_id: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}
        />
      )}
    </li>
  );
}
