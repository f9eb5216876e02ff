import type { DataFile } from '#contract/data-files.ts';

/** The files that have a tab on a screen: texts that are shown in the editor and apply to the screen. The one displayed first is first. */
export function filesOfScreen(files: readonly DataFile[], screenId: number): DataFile[] {
  return files
    .filter((file) => file.show_in_editor && file.is_text && (file.screens.length === 0 || file.screens.includes(screenId)))
    .toSorted((left, right) => Number(right.display_first) - Number(left.display_first));
}
