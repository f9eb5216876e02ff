import { Checkbox, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import { LIMITS } from '#contract/limits.ts';
import { SCREEN_FIELD_LABELS, SCREEN_TYPES } from '#contract/screen-words.ts';
import type { ScreenType } from '#contract/screens.ts';
import type { ShortField } from './screen-fields.ts';
import classes from './screens.module.css';
import type { ScreenEditing } from './use-screen-editing.ts';

interface ScreenFooterProps {
  editing: ScreenEditing;
  language: Language | null;
  /** Nothing has been saved on this screen yet. */
  isNew?: boolean;
  /** Save state, save button and menu. */
  actions: ReactNode;
}

const FLAGS = [
  { field: 'is_experimental', title: 'The checks are shown and never block.' },
  { field: 'error_okay', title: 'An error does not fail the screen by itself.' },
  { field: 'dynamic_answer', title: 'The answer is run afresh next to each submission.' },
] as const satisfies readonly { field: ShortField; title: string }[];

/** The footer of a screen: title, type and, on code screens, their options. */
export function ScreenFooter({ editing, language, isNew = false, actions }: ScreenFooterProps) {
  const { fields, edit, fieldErrors, isReadOnly, isSaving } = editing;
  /** During a save the fields are disabled, except that the focus stays where it is. */
  const isLocked = isReadOnly || isSaving;
  return (
    <footer className={classes.footer} data-busy={isSaving}>
      <TextInput
        className={classes.title}
        aria-label="Title"
        placeholder="Title"
        // A new screen is begun with its title.
        autoFocus={isNew && !isReadOnly}
        maxLength={LIMITS.titleMax}
        value={fields.title}
        readOnly={isLocked}
        aria-disabled={isSaving || undefined}
        error={fieldErrors['title']}
        onChange={(event) => edit({ title: event.currentTarget.value })}
      />
      <Select
        className={classes.type}
        aria-label="Type"
        data={Object.entries(SCREEN_TYPES).map(([value, label]) => ({ value, label }))}
        value={fields.type}
        readOnly={isLocked}
        aria-disabled={isSaving || undefined}
        allowDeselect={false}
        comboboxProps={{ position: 'top-start', withinPortal: false }}
        onChange={(value) => value !== null && edit({ type: value as ScreenType })}
      />
      {fields.type === 'code' && (
        <div className={classes.flags} role="group" aria-label="Options of the code screen">
          {FLAGS.map(({ field, title }) => (
            <Checkbox
              key={field}
              label={SCREEN_FIELD_LABELS[field]}
              title={title}
              checked={fields[field]}
              disabled={isReadOnly}
              aria-disabled={isSaving || undefined}
              onChange={(event) => !isLocked && edit({ [field]: event.currentTarget.checked })}
            />
          ))}
          <Checkbox
            label="Run and Deploy"
            title="Running this screen starts an application."
            checked={editing.hasRemoteRun}
            disabled={isReadOnly}
            aria-disabled={isSaving || undefined}
            onChange={(event) => !isLocked && editing.toggleRemoteRun(event.currentTarget.checked, defaultRemoteRunCode(language))}
          />
        </div>
      )}
      <div className={classes.actions}>{actions}</div>
    </footer>
  );
}

/** The script that Run and Deploy starts with when it is switched on. */
function defaultRemoteRunCode(language: Language | null): string {
  const comment = language === null ? '#' : LANGUAGES[language].comment;
  return `${comment} This script starts the application of this screen.\n`;
}
