import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { dataFilesQuery } from '#features/lessons/web/queries.ts';

/**
 * The addresses of the lesson's notebooks, which a project may name as its solution. They are relative to the lesson's folder, so that
 * they are right in every copy of it.
 */
export function useNotebooks(lesson: Pick<Lesson, 'id' | 'is_shallow_import'>): string[] {
  const { data } = useQuery({ ...dataFilesQuery(lesson.id), enabled: !lesson.is_shallow_import });
  return useMemo(
    () => (data ?? []).filter(({ file_name }) => file_name.toLowerCase().endsWith('.ipynb')).map(({ file_name }) => `files/${file_name}`),
    [data],
  );
}
