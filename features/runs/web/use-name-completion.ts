import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { LANGUAGES, type Language } from '#platform/contract/languages.ts';
import { api } from '#platform/web/api.ts';
import type { CodeNames, NameCompletion } from '#platform/web/ui/code-editor/code-names.ts';
import { engineOf } from '../engine.policy.ts';

/** Others may have changed the files or packages of the lesson. */
const FRESH_MS = 5 * 60_000;
const NONE: CodeNames = { files: [], tables: [], packages: [] };

/** The names that the code of a lesson can use. */
export function codeNamesQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'code-names'],
    queryFn: ({ signal }) => api.getCodeNames({ params: { id: lessonId } }, { signal }),
    staleTime: FRESH_MS,
  });
}

/** What editors of a lesson's code complete, by the language of their text. Nothing is requested before an author types a name. */
export function useNameCompletion({
  id,
  enabled_features,
}: Pick<Lesson, 'id' | 'enabled_features'>): (language: Language | null) => NameCompletion | undefined {
  const client = useQueryClient();
  const foldsCapitals = engineOf({ enabled_features }) === 'postgres';
  return useMemo(() => {
    // Without a connection, code is completed from its text alone.
    const read = () => client.query(codeNamesQuery(id)).catch(() => NONE);
    return (language) => {
      if (language === null) return undefined;
      const { isQuery, namesColumns } = LANGUAGES[language];
      return { read, isQuery, namesColumns, foldsCapitals };
    };
  }, [client, id, foldsCapitals]);
}
