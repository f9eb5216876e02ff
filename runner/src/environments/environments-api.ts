import { EnvironmentRequest } from '#contract/runner-protocol.ts';
import type { ApiPart } from '#runner/api-part.ts';
import { Refusal } from '#runner/refusal.ts';
import { openStream, readBody } from '#runner/request-body.ts';
import type { Environments } from './environments.ts';

/** `/environments`: builds packages. Closing the connection stops the build unless another request waits for it. */
export function environmentsApi(environments: Environments): ApiPart {
  return {
    name: 'environments',
    handle: async ({ request, response, path }) => {
      if (request.method !== 'POST' || path.length !== 1) throw new Refusal(404, { error: 'Unknown path or method.' });
      const wanted = await readBody(request, EnvironmentRequest);
      const stop = new AbortController();
      response.on('close', () => stop.abort());
      await environments.build(wanted, openStream(response), stop.signal);
      response.end();
    },
  };
}
