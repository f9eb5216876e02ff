import { Select, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { SCREEN_TYPES } from '#features/screens/contract/screen-labels.ts';
import type { Screen, ScreenType } from '#features/screens/contract/screens.ts';
import { LONG_FIELDS } from '#features/screens/web/screen-fields.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import classes from './screens.module.css';

interface ScreenTitleProps {
  editing: ScreenEditing;
  /** Enter was pressed: the text comes next. */
  onDone: () => void;
  /** Beside the type. */
  children?: ReactNode;
}

/** Title and type of the open screen, in the place of its heading. A screen without any content opens with the cursor in its title. */
export function ScreenTitle({ editing, onDone, children }: ScreenTitleProps) {
  const { session, fields, edit, fieldErrors, isReadOnly, isSaving } = editing;
  const input = useRef<HTMLInputElement>(null);
  /** During a save the fields are disabled, except that the focus stays where it is. */
  const isLocked = isReadOnly || isSaving;
  useEffect(() => {
    // The palette may be open already, and has the focus.
    if (document.activeElement?.closest('[role="dialog"]')) return;
    if (!isReadOnly && isBlank(session.state().base)) input.current?.focus();
  }, [session, isReadOnly]);
  return (
    <>
      <TextInput
        ref={input}
        className={classes.title ?? ''}
        classNames={{ input: classes.titleInput ?? '' }}
        aria-label="Title"
        placeholder="Title"
        maxLength={LIMITS.titleMax}
        value={fields.title}
        readOnly={isLocked}
        data-fixed={isReadOnly || undefined}
        data-busy={isSaving || undefined}
        aria-disabled={isSaving || undefined}
        error={fieldErrors['title']}
        onChange={(event) => edit({ title: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onDone();
        }}
      />
      <Select
        className={classes.type ?? ''}
        aria-label="Type"
        data={Object.entries(SCREEN_TYPES).map(([value, label]) => ({ value, label }))}
        value={fields.type}
        readOnly={isLocked}
        data-fixed={isReadOnly || undefined}
        data-busy={isSaving || undefined}
        aria-disabled={isSaving || undefined}
        allowDeselect={false}
        comboboxProps={{ position: 'bottom-start', withinPortal: false }}
        onChange={(value) => value !== null && edit({ type: value as ScreenType })}
      />
      {children}
    </>
  );
}

/** Nothing was written on it yet. */
function isBlank(base: Pick<Screen, 'title' | (typeof LONG_FIELDS)[number]>): boolean {
  return base.title === '' && LONG_FIELDS.every((field) => (base[field] ?? '') === '');
}
