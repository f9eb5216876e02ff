import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from '#web/platform/use-store.ts';
import { sendDataFile } from './api.ts';
import { UploadQueue, type UploadItem } from './upload-queue.ts';

interface Uploads {
  items: readonly UploadItem[];
  queue: UploadQueue;
  /** Names of the files that arrived since the last ones were chosen. */
  arrived: readonly string[];
  add: (files: readonly File[]) => void;
}

/** The uploads of a lesson's page. They end with the page. */
export function useUploads(lessonId: number): Uploads {
  const client = useQueryClient();
  const [arrived, setArrived] = useState<readonly string[]>([]);
  const [queue] = useState(
    () =>
      new UploadQueue(sendDataFile(client, lessonId), (name) => setArrived((names) => [...names.filter((each) => each !== name), name])),
  );
  useEffect(() => () => queue.removeAll(), [queue]);
  const add = (files: readonly File[]) => {
    setArrived([]);
    queue.add(files);
  };
  return { queue, items: useStore(queue), arrived, add };
}
