import { screenFieldLabel } from '#contract/screen-words.ts';
import type { ScreenType } from '#contract/screens.ts';

/** What a person calls a field of a screen; the first section is called Takeaways on a takeaways screen (A §2). */
export function fieldLabel(field: string, type: ScreenType): string {
  return screenFieldLabel(field, type) ?? field;
}
