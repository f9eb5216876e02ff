import type { ScreenFields, ScreenType } from '#features/lessons/contract/screens.ts';
import { fieldLabel } from '#features/lessons/web/field-label.ts';

/** Edited fields as one text to copy or download: each under its name, switches left out. */
export function unsavedText(fields: Partial<ScreenFields>, type: ScreenType = fields.type ?? 'text'): string {
  const parts = Object.entries(fields).flatMap(([field, value]) =>
    typeof value === 'string' && field !== 'type' && value.trim() !== '' ? [`${fieldLabel(field, type)}\n\n${value.trimEnd()}\n`] : [],
  );
  return parts.join('\n');
}
