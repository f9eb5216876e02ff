import { api as routes } from '#contract/api.ts';
import { createClient } from '#contract/client.ts';
import { announceSignedOut } from './signed-out.ts';

/** Every call of the product, typed by the contract; each throws `ApiError`. */
export const api = createClient(routes, {
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401) announceSignedOut();
    return response;
  },
});
