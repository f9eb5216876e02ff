import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ArgumentType } from '../../contract/checkers.ts';
import { type DictPair, type EntryValue, startEntry } from './argument-value.ts';
import { ArgumentLabel, EntryField } from './entry-field.tsx';
import classes from './checkers.module.css';

type Entry = EntryValue | DictPair;

interface EntriesFieldProps {
  label: string;
  /** The name of the argument in the code. */
  codeName: string;
  description: string;
  isRequired: boolean;
  /** Type of the entries, or of a dict's values. */
  type: ArgumentType;
  isDict: boolean;
  entries: readonly Entry[];
  error: string | undefined;
  onChange: (entries: readonly Entry[]) => void;
}

/** The entries of a list, or keys and values of a dict, in order: add, edit, move, remove. */
export function EntriesField({ label, codeName, description, isRequired, type, isDict, entries, error, onChange }: EntriesFieldProps) {
  const root = useRef<HTMLDivElement>(null);
  const focusEntry = (index: number) =>
    requestAnimationFrame(() => {
      const entry = root.current?.querySelectorAll(`[data-entry]`)[index];
      (entry ?? root.current)?.querySelector<HTMLElement>('input, textarea, button')?.focus();
    });
  const set = (index: number, entry: Entry) => onChange(entries.map((each, at) => (at === index ? entry : each)));
  function add() {
    onChange([...entries, isDict ? { key: '', value: startEntry(type) } : startEntry(type)]);
    focusEntry(entries.length);
  }
  function remove(index: number) {
    onChange(entries.filter((_, at) => at !== index));
    focusEntry(Math.min(index, entries.length - 2));
  }
  function move(index: number, by: -1 | 1) {
    const next = [...entries];
    const [moved = null] = next.splice(index, 1);
    next.splice(index + by, 0, moved);
    onChange(next);
    focusEntry(index + by);
  }
  return (
    <Input.Wrapper
      label={<ArgumentLabel label={label} codeName={codeName} />}
      labelElement="div"
      description={description}
      withAsterisk={isRequired}
      error={error}
    >
      <div ref={root} role="group" aria-label={label} className={classes.entries}>
        {entries.map((entry, index) => {
          const number = index + 1;
          const pair = isPair(entry) ? entry : null;
          return (
            <div key={index} data-entry className={classes.entry}>
              {pair && (
                <TextInput
                  aria-label={`Key ${number} of ${label}`}
                  placeholder="Key"
                  value={pair.key}
                  onChange={(event) => set(index, { ...pair, key: event.currentTarget.value })}
                />
              )}
              <EntryField
                label={`${pair ? 'Value' : 'Entry'} ${number} of ${label}`}
                isLabelHidden
                type={type}
                value={isPair(entry) ? entry.value : entry}
                error={undefined}
                onChange={(value) => set(index, pair ? { ...pair, value } : value)}
              />
              <ActionIcon aria-label={`Move entry ${number} of ${label} up`} disabled={index === 0} onClick={() => move(index, -1)}>
                <IconArrowUp size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={`Move entry ${number} of ${label} down`}
                disabled={index === entries.length - 1}
                onClick={() => move(index, 1)}
              >
                <IconArrowDown size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon aria-label={`Remove entry ${number} of ${label}`} onClick={() => remove(index)}>
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
        <Button
          className={classes.add ?? ''}
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} aria-hidden />}
          aria-label={`Add an entry to ${label}`}
          onClick={add}
        >
          Add
        </Button>
      </div>
    </Input.Wrapper>
  );
}

function isPair(entry: Entry): entry is DictPair {
  return typeof entry === 'object' && entry !== null;
}
