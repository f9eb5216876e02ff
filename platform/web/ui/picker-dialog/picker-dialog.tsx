import { Button, Group, Stack, UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { ErrorBanner } from '../banner.tsx';
import { Dialog } from '../dialog.tsx';
import { Highlighted, SoughtWords } from '../highlight.tsx';
import { searchWords } from '../matches.ts';
import { SearchBox } from '../search-box.tsx';
import { useReturnFocus } from '../use-return-focus.ts';
import layout from '../layout.module.css';
import classes from './picker-dialog.module.css';

/** An item to choose. */
export interface PickerItem {
  key: number;
  name: string;
  /** Small text after the name: where it is from. */
  note: string;
}

interface PickerDialogProps {
  title: string;
  /** Name of an item: `Course`; for 'Select Course' and 'Selected Courses'. */
  noun: string;
  /** The available items; null: loading. */
  items: readonly PickerItem[] | null;
  /** Why there is nothing to choose, below 'No Courses'. */
  emptyHint: string;
  isBusy: boolean;
  /** Why something failed; the dialog stays open. */
  error: ReactNode;
  onAdd: (keys: number[]) => void;
  onClose: () => void;
}

/** Maximum number of items shown; a search finds the others. */
const MOST_SHOWN = 100;

/** Chooses items from a list, each once, in the order chosen. Open while rendered. */
export function PickerDialog({ title, noun, items, emptyHint, isBusy, error, onAdd, onClose }: PickerDialogProps) {
  useReturnFocus(true);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const words = searchWords(query);
  const open = items?.filter(({ key }) => !chosen.includes(key)) ?? [];
  const found = open.filter(({ name, note }) => words.every((word) => `${name} ${note}`.toLowerCase().includes(word)));
  const selected = chosen.flatMap((key) => items?.find((item) => item.key === key) ?? []);
  /** A chosen item leaves the list: focus its successor. */
  const choose = (key: number, at: number) => {
    setChosen([...chosen, key]);
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button');
      buttons?.[Math.min(at, buttons.length - 1)]?.focus();
    });
  };
  return (
    <Dialog opened onClose={onClose} title={title} size="xl" closeOnEscape={!isBusy} closeOnClickOutside={!isBusy}>
      <Stack>
        <ErrorBanner text={error} />
        <div className={classes.sides}>
          <section className={layout.stack} aria-label={`Select ${noun}`}>
            <h2 className={classes.heading}>Select {noun}</h2>
            <SearchBox
              label={`Search ${noun.toLowerCase()}s`}
              query={query}
              onQuery={setQuery}
              onLeaveDown={() => list.current?.querySelector('button')?.focus()}
            />
            <SoughtWords value={words}>
              <ul ref={list} className={classes.list}>
                {found.slice(0, MOST_SHOWN).map(({ key, name, note }, index) => (
                  <li key={key}>
                    <UnstyledButton
                      className={classes.item ?? ''}
                      disabled={isBusy}
                      aria-label={`Select ${name}`}
                      onClick={() => choose(key, index)}
                    >
                      <IconPlus size={14} aria-hidden />
                      <span className={layout.ellipsisGrow}>
                        <Highlighted text={name} />
                      </span>
                      <span className={classes.note}>
                        <Highlighted text={note} />
                      </span>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            </SoughtWords>
            {items && found.length === 0 ? (
              <p className={classes.empty}>
                {open.length > 0 ? 'No results' : `No ${noun}s`}
                {items.length === 0 ? <span className={classes.hint}>{emptyHint}</span> : null}
              </p>
            ) : null}
            {items === null ? <p className={classes.empty}>Loading…</p> : null}
            {found.length > MOST_SHOWN ? (
              <p className={classes.hint}>{(found.length - MOST_SHOWN).toLocaleString('en')} more. Search to narrow the list.</p>
            ) : null}
          </section>
          <section className={layout.stack} aria-label={`Selected ${noun}s`}>
            <h2 className={classes.heading}>Selected {noun}s</h2>
            <ul className={classes.list}>
              {selected.map(({ key, name, note }) => (
                <li key={key}>
                  <UnstyledButton
                    className={classes.item ?? ''}
                    disabled={isBusy}
                    aria-label={`Deselect ${name}`}
                    onClick={() => setChosen(chosen.filter((each) => each !== key))}
                  >
                    <IconX size={14} aria-hidden />
                    <span className={layout.ellipsisGrow}>{name}</span>
                    <span className={classes.note}>{note}</span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {selected.length === 0 ? <p className={classes.empty}>No {noun}s Selected</p> : null}
          </section>
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={selected.length === 0} loading={isBusy} onClick={() => onAdd(selected.map(({ key }) => key))}>
            {selected.length > 1 ? `Add ${selected.length} ${noun}s` : `Add ${noun}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
