import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './fields.module.css';

interface ListInputProps {
  label: string;
  /** Name of an entry, for its buttons: `objective`. */
  noun: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Entered but not added yet. */
  pending: string;
  onPending: (text: string) => void;
  maxLength: number;
  isReadOnly?: boolean;
  error?: string | undefined;
}

/** An ordered list of short texts: edit, move, remove, add. */
export function ListInput({ label, noun, values, onChange, pending, onPending, maxLength, isReadOnly = false, error }: ListInputProps) {
  const root = useRef<HTMLDivElement>(null);
  const focusEntry = (index: number) =>
    requestAnimationFrame(() => root.current?.querySelectorAll<HTMLElement>('input')[Math.max(0, index)]?.focus());
  const add = () => {
    if (pending.trim() === '') return;
    onChange([...values, pending.trim()]);
    onPending('');
  };
  const remove = (index: number) => {
    onChange(values.filter((_, each) => each !== index));
    focusEntry(Math.min(index, values.length - 1));
  };
  const move = (index: number, by: -1 | 1) => {
    const next = [...values];
    const [moved] = next.splice(index, 1);
    next.splice(index + by, 0, moved ?? '');
    onChange(next);
  };
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <div ref={root} role="group" aria-label={label} className={classes.list}>
        {values.map((value, index) => (
          <div key={index} className={classes.entry}>
            <TextInput
              className={classes.input ?? ''}
              aria-label={`${label} ${index + 1}`}
              value={value}
              maxLength={maxLength}
              readOnly={isReadOnly}
              onChange={(event) => onChange(values.map((each, at) => (at === index ? event.currentTarget.value : each)))}
            />
            {isReadOnly ? null : (
              <>
                <ActionIcon aria-label={`Move ${noun} ${index + 1} up`} disabled={index === 0} onClick={() => move(index, -1)}>
                  <IconArrowUp size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move ${noun} ${index + 1} down`}
                  disabled={index === values.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={15} aria-hidden />
                </ActionIcon>
                <ActionIcon aria-label={`Remove ${noun} ${index + 1}`} onClick={() => remove(index)}>
                  <IconTrash size={15} aria-hidden />
                </ActionIcon>
              </>
            )}
          </div>
        ))}
        {isReadOnly ? null : (
          <div className={classes.entry}>
            <TextInput
              className={classes.input ?? ''}
              aria-label={`New ${noun}`}
              placeholder={`New ${noun}`}
              value={pending}
              maxLength={maxLength}
              onChange={(event) => onPending(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} disabled={pending.trim() === ''} onClick={add}>
              Add
            </Button>
          </div>
        )}
      </div>
    </Input.Wrapper>
  );
}
