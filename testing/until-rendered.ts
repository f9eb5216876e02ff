import { act } from 'react';

const LOOK_EVERY_MS = 5;

/** Waits until `look` doesn't throw, while React renders what arrives. The limit is only there to end what hangs. */
export async function untilRendered(look: () => void, limitMs = 60_000): Promise<void> {
  for (const end = performance.now() + limitMs; ;) {
    await act(() => new Promise<void>((resolve) => void setTimeout(resolve, LOOK_EVERY_MS)));
    try {
      return look();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
