import { useEffect, useMemo } from 'react';
import { api } from '#platform/web/api.ts';
import { Store } from '#platform/web/store.ts';
import type { AutomaticSaves } from '#platform/web/ui/editing/use-page-save.tsx';
import { useLive } from '#platform/web/use-live.ts';
import { useStore } from '#platform/web/use-store.ts';

/** Whether automatic saves of a lesson from this page wait for their commit. */
class OpenStretch extends Store<boolean> {
  readonly #lessonId: number;

  constructor(lessonId: number) {
    super(false);
    this.#lessonId = lessonId;
  }

  readonly note = (): void => this.show(true);

  readonly forget = (): void => this.show(false);

  readonly commit = async (message?: string): Promise<number> => {
    // A message asks the server: news of an earlier commit may have come behind a save since, and it would be lost.
    if (message === undefined && !this.state()) return 0;
    this.forget();
    const body = message === undefined ? {} : { saveMessage: message };
    try {
      return (await api.commitSaves({ params: { id: this.#lessonId }, body })).saves;
    } catch (error) {
      // They are saved. Without this call they are committed after the pause.
      if (message === undefined) return 0;
      this.note();
      throw error;
    }
  };
}

/** The automatic saves of a lesson on this page. The server commits them after a pause, or at once when the author leaves the lesson. */
export function useStretch(lessonId: string | number): AutomaticSaves & { note: () => void } {
  const stretch = useMemo(() => new OpenStretch(Number(lessonId)), [lessonId]);
  const wait = useStore(stretch);
  useLive(`lesson:${lessonId}`, {
    onEvent: (event) => {
      if (event.type === 'commit-status' && event.status.state !== 'saved') stretch.forget();
    },
  });
  useEffect(() => () => void stretch.commit(), [stretch]);
  return { wait, note: stretch.note, commit: stretch.commit };
}
