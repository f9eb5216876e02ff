import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Waits for mutations with this key that are being sent: what depends on them would meet the state before. */
export async function mutationsSettled(client: QueryClient, mutationKey: QueryKey): Promise<void> {
  if (client.isMutating({ mutationKey }) === 0) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = client.getMutationCache().subscribe(() => {
      if (client.isMutating({ mutationKey }) > 0) return;
      unsubscribe();
      resolve();
    });
  });
}
