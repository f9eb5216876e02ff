import { type Api, api as routes } from '#app/contract/api.ts';
import { createClient } from '#platform/contract/client.ts';
import { announceSignedOut } from './signed-out.ts';
import { announceWritten } from './written-calls.ts';

/** The API client, typed by the contract; every call throws `ApiError`. A call that writes makes what it changed stale (`stale-after.ts`). */
export const api = createClient(routes, {
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401) announceSignedOut();
    return response;
  },
  onWritten: (name) => announceWritten(name as keyof Api),
});
