import { fieldLabel } from '#features/lessons/web/field-label.ts';
import type { ScreenFields, ScreenType } from '#features/screens/contract/screens.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import type { ScreenEditing } from './use-screen-editing.ts';

/** Why edits can't be saved on this page, with what to do about it; null: they can, or there are none. */
export function whyStuck({ isGone, isReadOnly, isDirty }: Pick<ScreenEditing, 'isGone' | 'isReadOnly' | 'isDirty'>): string | null {
  if (isGone) return SCREEN_MESSAGES.textKept;
  // It was moved away or merged while its author was writing.
  return isReadOnly && isDirty ? SCREEN_MESSAGES.textStuck : null;
}

/** Edited fields as one text to copy or download: each under its name, switches left out. */
export function unsavedText(fields: Partial<ScreenFields>, type: ScreenType = fields.type ?? 'text'): string {
  const parts = Object.entries(fields).flatMap(([field, value]) =>
    typeof value === 'string' && field !== 'type' && value.trim() !== '' ? [`${fieldLabel(field, type)}\n\n${value.trimEnd()}\n`] : [],
  );
  return parts.join('\n');
}
