import { useMutation } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { saveAsCsv } from '#platform/web/download.ts';

/** Downloads the settings of lessons as a CSV file, with the byte order mark by which Excel recognizes UTF-8. */
export function useExportSettings() {
  return useMutation({
    mutationFn: async (lessonIds: readonly number[]) => {
      const { csv } = await api.exportSettings({ body: { lesson_ids: [...lessonIds] } });
      saveAsCsv(csv, 'lessons.csv');
    },
  });
}
