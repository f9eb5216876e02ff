import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { nextNumber } from '#features/lessons/rules/next-number.ts';
import { languageOptions, NO_CODE } from '#features/lessons/web/language-options.ts';
import type { ScreenTemplate } from '#features/screens/contract/screens.ts';
import { SCREEN_TEMPLATES } from '#features/screens/web/screen-templates.ts';
import { DEFAULT_LANGUAGE, type Language } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { useCommands } from '#platform/web/commands.ts';
import classes from './lessons-list.module.css';

interface NewLesson {
  sequence: number;
  title: string;
  /** Null: a lesson without code. */
  language: Language | null;
  /** Absent: one empty screen. */
  template?: ScreenTemplate;
  /** The id of a lesson that it is a copy of. */
  from?: number;
}

interface Template {
  readonly id: number;
  readonly sequence: number;
  readonly title: string;
}

interface NewLessonFormProps {
  /** The lessons that exist: their numbers are taken. */
  lessons: readonly { readonly sequence: number }[];
  isBusy: boolean;
  /** Title of the lesson that is duplicated: the language is its own. */
  copyOf?: string | undefined;
  /** Lessons that new ones begin from. */
  templates?: readonly Template[] | undefined;
  /** True: the caret is in the title when the page opens. */
  takesFocus?: boolean;
  onCreate: (lesson: NewLesson) => void;
}

/** What a new lesson can begin with, beside lessons. */
const BEGINNINGS = [{ value: '', label: 'One empty screen' }, ...SCREEN_TEMPLATES.map(([value, { label }]) => ({ value, label }))];

/**
 * Creates a lesson. The next free number is proposed. Create is disabled while the number is empty or a request is running; the number is
 * numeric.
 */
export function NewLessonForm({ lessons, isBusy, copyOf, templates = [], takesFocus = false, onCreate }: NewLessonFormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [title, setTitle] = useState(copyOf === undefined ? '' : `${copyOf} (copy)`.slice(-LIMITS.titleMax));
  const [language, setLanguage] = useState<string>(DEFAULT_LANGUAGE);
  const [beginning, setBeginning] = useState('');
  const from = templates.find(({ id }) => beginning === `lesson ${id}`);
  const titleInput = useRef<HTMLInputElement>(null);
  const proposed = useMemo(() => String(nextNumber(lessons) ?? ''), [lessons]);
  const number = typed ?? proposed;
  const isReady = number !== '' && !isBusy;
  useCommands([
    {
      id: 'lessons:new',
      label: 'New lesson',
      group: 'Actions',
      shortcut: 'Alt+N',
      icon: IconPlus,
      run: () => titleInput.current?.focus(),
    },
  ]);
  return (
    <form
      className={classes.newLesson}
      aria-label="New lesson"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        onCreate({
          sequence: Number(number),
          title: title.trim(),
          language: language === NO_CODE ? null : (language as Language),
          ...(from ? { from: from.id } : beginning && { template: beginning as ScreenTemplate }),
        });
      }}
    >
      <span className={classes.newLabel} aria-hidden>
        New lesson
      </span>
      <TextInput
        className={classes.newNumber ?? ''}
        aria-label="Number"
        placeholder="Number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(LIMITS.sequenceMax).length}
        value={number}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
        onFocus={(event) => event.currentTarget.select()}
      />
      <TextInput
        ref={titleInput}
        className={classes.newTitle ?? ''}
        aria-label="Title"
        placeholder="Title"
        autoFocus={takesFocus}
        data-autofocus={takesFocus || undefined}
        maxLength={LIMITS.titleMax}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {copyOf === undefined ? (
        <>
          <NativeSelect
            className={classes.newLanguage ?? ''}
            aria-label="Language"
            data={languageOptions()}
            value={language}
            // A copy of a lesson has the language of that lesson.
            disabled={from !== undefined}
            onChange={(event) => setLanguage(event.currentTarget.value)}
          />
          <NativeSelect
            className={classes.newScreens ?? ''}
            aria-label="Begins with"
            data={templates.length === 0 ? BEGINNINGS : [...BEGINNINGS, { group: 'Team templates', items: templates.map(asOption) }]}
            value={from || !beginning.startsWith('lesson ') ? beginning : ''}
            onChange={(event) => setBeginning(event.currentTarget.value)}
          />
        </>
      ) : null}
      <Button type="submit" leftSection={<IconPlus size={16} aria-hidden />} disabled={!isReady} loading={isBusy}>
        Create
      </Button>
    </form>
  );
}

function asOption({ id, sequence, title }: Template) {
  return { value: `lesson ${id}`, label: `${sequence} ${title}` };
}
