import { Popover, Textarea, type TextareaProps, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import type { LessonPerson } from '../../contract.ts';
import { insertMention, matchPeople, type MentionQuery, mentionQuery } from './mention-query.ts';
import { type PeopleQuery, peopleOptions } from './people.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../comments.module.css';

export interface MentionTextareaProps extends Omit<TextareaProps, 'value' | 'onChange' | 'ref'> {
  ref?: Ref<HTMLTextAreaElement>;
  /** Who can be mentioned; null: nobody. */
  people: PeopleQuery | null;
  value: string;
  onText: (text: string) => void;
}

/** A field for Markdown that offers people after an `@`. Arrow keys choose, Enter or Tab inserts, Escape closes. */
export function MentionTextarea({ ref, people: mentionable, value, onText, onBlur, ...props }: MentionTextareaProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => input.current);
  const listId = useId();
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [chosen, setChosen] = useState(0);
  const { data: people = [] } = useQuery(peopleOptions(query === null ? null : mentionable));
  const offered = query === null ? [] : matchPeople(people, query.text);
  const isOpen = offered.length > 0;
  const current = Math.min(chosen, offered.length - 1);
  const optionId = (person: LessonPerson) => `${listId}-${person.id}`;

  function look(element: HTMLTextAreaElement) {
    const { value: text, selectionStart, selectionEnd } = element;
    const found = selectionStart === selectionEnd ? mentionQuery(text, selectionStart) : null;
    if (found?.text !== query?.text || found?.from !== query?.from) setChosen(0);
    setQuery(found);
  }
  function insert(person: LessonPerson) {
    if (query === null) return;
    const made = insertMention(value, query, person);
    onText(made.text);
    setQuery(null);
    // Once the field has the new text.
    requestAnimationFrame(() => input.current?.setSelectionRange(made.caret, made.caret));
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.nativeEvent.isComposing) return;
    const person = offered[current];
    if (event.key === 'ArrowDown') setChosen((current + 1) % offered.length);
    else if (event.key === 'ArrowUp') setChosen((current + offered.length - 1) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) insert(person);
    else if (event.key === 'Escape') setQuery(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const person = offered[current];
  return (
    <Popover opened={isOpen} position="bottom-start" width={280} shadow="md" withRoles={false} withinPortal={false}>
      <Popover.Target>
        <Textarea
          {...props}
          ref={input}
          value={value}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && person ? optionId(person) : undefined}
          onChange={(event) => {
            onText(event.currentTarget.value);
            look(event.currentTarget);
          }}
          onSelect={(event) => look(event.currentTarget)}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            setQuery(null);
            onBlur?.(event);
          }}
        />
      </Popover.Target>
      <Popover.Dropdown p="2xs">
        <div id={listId} role="listbox" aria-label="People to mention">
          {offered.map((each, index) => (
            <div
              key={each.id}
              id={optionId(each)}
              role="option"
              aria-selected={index === current}
              className={classes.person}
              tabIndex={-1}
              onMouseDown={(event) => {
                // The field keeps the focus.
                event.preventDefault();
                insert(each);
              }}
            >
              <span>{each.name}</span>
              <span className={layout.note}>@{each.key}</span>
            </div>
          ))}
        </div>
        <VisuallyHidden role="status">{counted(offered.length, 'person', 'people')} to mention</VisuallyHidden>
      </Popover.Dropdown>
    </Popover>
  );
}
