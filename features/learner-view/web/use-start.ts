import { type QueryClient, useQuery } from '@tanstack/react-query';
import { screenTextsQuery } from '#features/lessons/web/queries.ts';
import type { Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import { startCode, startScreenOf } from '#features/screens/rules/start-code.ts';

/** What learners begin with on a screen, where that isn't its own initial code. */
interface Start {
  /** The screen whose answer it is. */
  readonly screen: Screen;
  readonly code: string;
}

type Starting = Pick<Screen, 'uuid' | 'lesson_id'> & { readonly starts_from: ScreenFields['starts_from'] };

/** What learners begin with on a screen with this setting, saved or not; null: its own initial code, or the answer isn't loaded yet. */
export function useStart(screen: Starting): { start: Start | null; isLoading: boolean } {
  const isSet = screen.starts_from !== null;
  const { data, isLoading } = useQuery({ ...screenTextsQuery(screen.lesson_id), enabled: isSet });
  return { start: startIn(data, screen), isLoading };
}

/** {@link useStart} of what is loaded now. */
export function readStart(client: QueryClient, screen: Starting): Start | null {
  return startIn(client.getQueryData(screenTextsQuery(screen.lesson_id).queryKey), screen);
}

function startIn(screens: readonly Screen[] | undefined, { uuid, starts_from }: Starting): Start | null {
  if (starts_from === null || !screens) return null;
  const all = screens.map((screen) => ({ uuid: screen.uuid, fields: screen }));
  // Its own codes have no part in it.
  const own = { uuid, fields: { type: 'code', starts_from, initial_code: '', answer_code: '', values: '' } } as const;
  const found = startScreenOf(all, own);
  return found && { screen: found.fields, code: startCode(all, own) };
}
