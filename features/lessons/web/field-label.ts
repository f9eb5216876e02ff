import { screenFieldLabel } from '#features/screens/contract/screen-labels.ts';
import type { ScreenType } from '#features/screens/contract/screens.ts';

/** The label of a field of a screen; the first section is called Takeaways on a takeaways screen. */
export function fieldLabel(field: string, type: ScreenType): string {
  return screenFieldLabel(field, type) ?? field;
}
