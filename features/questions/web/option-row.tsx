import { Checkbox, NativeSelect, Radio, Textarea } from '@mantine/core';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import type { Skill } from '#features/screens/contract/skills.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { OPTIONS, type Option } from './option-list.ts';
import { RowButtons } from './rows/row-buttons.tsx';
import { rowKeys } from './rows/row-keys.ts';
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
  /** Goes on to the next option. */
  onEnter: () => void;
  /** Removes the blank option, and goes back to the one before. */
  onBackspace: () => void;
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
    <li className={classes.option} data-row={index} data-valid={option.valid || undefined} data-skills={skills !== null || undefined}>
      <Mark
        className={classes.mark ?? ''}
        size="xs"
        label="Valid"
        aria-label={`Option ${number} is valid`}
        checked={option.valid}
        disabled={isOff}
        onChange={(event) => onValid(event.currentTarget.checked)}
      />
      <Textarea
        {...texts}
        className={classes.label ?? ''}
        data-first
        aria-label={`Label of option ${number}`}
        placeholder={`Option ${number}`}
        value={option.label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        onKeyDown={rowKeys({ isOff, isBlank: OPTIONS.isBlank(option), onEnter: props.onEnter, onBackspace: props.onBackspace, onMove })}
      />
      <Textarea
        {...texts}
        className={classes.feedback ?? ''}
        aria-label={`Feedback of option ${number}`}
        placeholder="Feedback, if it is picked"
        value={option.feedback_message}
        onChange={(event) => onChange({ feedback_message: event.currentTarget.value })}
      />
      {skills !== null && (
        <NativeSelect
          className={classes.skill ?? ''}
          size="sm"
          aria-label={`Skill of option ${number}`}
          disabled={isOff}
          data={[{ value: '', label: 'No skill' }, ...skills.map(({ id, name }) => ({ value: String(id), label: name }))]}
          value={skill ? String(skill.id) : ''}
          onChange={(event) => onChange({ skill_id: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}
        />
      )}
      {!isReadOnly && (
        <RowButtons name={`option ${number}`} index={index} count={count} isOff={isOff} onMove={onMove} onRemove={onRemove} />
      )}
    </li>
  );
}
