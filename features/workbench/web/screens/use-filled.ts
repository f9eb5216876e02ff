import { useSyncExternalStore } from 'react';
import { LONG_FIELDS, type LongField, type ScreenSession } from '#features/screens/web/screen-fields.ts';

/** Tells which texts of a screen have something in them, as they are now. */
export function useFilled(session: ScreenSession): (field: LongField) => boolean {
  const filled = useSyncExternalStore(
    (listener) => session.watch(listener),
    () => filledFields(session).join(' '),
  ).split(' ');
  return (field) => filled.includes(field);
}

/** The texts of a screen that have something in them. */
export function filledFields(session: ScreenSession): LongField[] {
  return LONG_FIELDS.filter((field) => !session.isEmpty(field));
}
