import { fieldLabel } from '#features/lessons/web/field-label.ts';
import { fieldTab } from '#features/screens/web/field-tab.ts';
import type { ScreenSearch } from '#features/screens/web/screen-search.ts';
import type { ReleaseFinding } from '../contract/preflight.ts';

/** Where a finding opens: a line in a tab of the screen editor, or a tab of the lesson page. */
export type FindingLink =
  | { readonly to: 'screen'; readonly screenId: number; readonly search: ScreenSearch }
  | { readonly to: 'lesson'; readonly tab: 'settings' | 'packages' | null };

export function findingLink({ place, screen_id }: ReleaseFinding): FindingLink {
  if (screen_id === null) {
    if (/^(?:packages|datasets)\.yaml$|^(?:images|files)\//.test(place.file)) return { to: 'lesson', tab: 'packages' };
    return { to: 'lesson', tab: place.file === 'lesson.yaml' ? 'settings' : null };
  }
  const tab = place.field === null ? null : fieldTab(place.field);
  // Settings of a screen have no line of their own in the editor.
  const line = place.file.endsWith('.yaml') || place.file === 'screens' ? {} : { line: place.line };
  if (tab?.pane === 'code') return { to: 'screen', screenId: screen_id, search: { code: tab.tab, ...line } };
  const section = tab?.field ?? place.field;
  const isSection = section === 'questions' || section === 'skills' || section === 'comments' || tab !== null;
  return { to: 'screen', screenId: screen_id, search: isSection && section !== null ? { section, ...line } : {} };
}

/** The place in words: `Screen 3, Hint, line 12`. */
export function findingPlaceText({ place, screen_sequence }: ReleaseFinding): string {
  if (screen_sequence === null) return place.file;
  const isText = place.field !== null && fieldTab(place.field) !== null && !place.file.endsWith('.yaml');
  const part = place.field === null ? [] : [labelOf(place.field)];
  return [`Screen ${screen_sequence}`, ...part, ...(isText ? [`line ${place.line}`] : [])].join(', ');
}

function labelOf(field: string): string {
  if (field === 'questions') return 'Questions';
  if (field === 'skills') return 'Skills';
  return field === 'comments' ? 'Comments' : fieldLabel(field, 'text');
}
