/** A way to create a screen: the label in the menu, and the number of the new screen. */
export interface Creation {
  id: 'create-first' | 'insert' | 'add-at-end';
  label: string;
  sequence: number;
}

/**
 * The first screen where the lesson has none; or else one after the current screen (before the first one, on the
 * lesson's own page) and one at the end. `current`: sequence of the screen that is open, null on the lesson page.
 */
export function creations(count: number, current: number | null): Creation[] {
  if (count === 0) return [{ id: 'create-first', label: 'Create first screen', sequence: 1 }];
  const insert =
    current === null
      ? { id: 'insert' as const, label: 'Insert screen before the first', sequence: 1 }
      : { id: 'insert' as const, label: 'Insert screen after current', sequence: current + 1 };
  return [insert, { id: 'add-at-end', label: 'Add screen at the end', sequence: count + 1 }];
}
