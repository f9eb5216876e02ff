import { api as routes } from '#contract/api.ts';
import { createClient } from '#contract/client.ts';
import { announceSignedOut } from './signed-out.ts';

/** The API client, typed by the contract; every call throws `ApiError`. */
export const api = createClient(routes, {
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401) announceSignedOut();
    return response;
  },
});
