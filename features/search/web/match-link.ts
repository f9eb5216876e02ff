import { fieldTab } from '#features/screens/web/field-tab.ts';
import type { ScreenSearch } from '#features/screens/web/screen-search.ts';
import type { SearchMatch } from '../contract/search.ts';

/** Where a match opens. */
export type MatchLink =
  | { readonly to: 'screen'; readonly lessonId: number; readonly screenId: number; readonly search: ScreenSearch }
  | { readonly to: 'tests'; readonly lessonId: number }
  | { readonly to: 'lesson'; readonly lessonId: number; readonly tab: 'settings' | 'packages' }
  | { readonly to: 'course'; readonly courseId: number }
  | { readonly to: 'path'; readonly pathId: number };

/** Where a match opens: in the screen editor at its characters, or on the page that edits the text. */
export function matchLink({ place, match }: SearchMatch): MatchLink {
  const { lesson_id: lessonId, screen_id: screenId, curriculum, field } = place;
  if (lessonId === null)
    return curriculum?.kind === 'course' ? { to: 'course', courseId: curriculum.id } : { to: 'path', pathId: curriculum?.id ?? place.id };
  if (screenId === null) return { to: 'lesson', lessonId, tab: place.document === 'file' ? 'packages' : 'settings' };
  if (field.startsWith('tests/')) return { to: 'tests', lessonId };
  return { to: 'screen', lessonId, screenId, search: screenSearch(place, match) };
}

function screenSearch(place: SearchMatch['place'], match: string): ScreenSearch {
  if (place.document === 'comment') return { section: 'comments' };
  const [first = ''] = place.field.split('/');
  if (first === 'questions' || first === 'skills') return { section: first };
  if (first === 'check_val') return { code: 'value_check' };
  const tab = fieldTab(place.field);
  if (tab === null) return {};
  // Over several lines, only the first is marked.
  const length = place.line === place.end_line ? place.end_column - place.column : match.indexOf('\n');
  const at = { line: place.line, column: place.column, ...(length > 0 && { length }) };
  return tab.pane === 'code' ? { code: tab.tab, ...at } : { section: tab.field, ...at };
}
