import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { mutationsSettled } from './mutations-settled.ts';

describe('mutations that are being sent', () => {
  /** A mutation that ends with the call of the returned function. */
  function begin(client: QueryClient, ...mutationKey: string[]) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const mutation = client.getMutationCache().build(client, { mutationKey, mutationFn: () => promise });
    void mutation.execute(undefined);
    return resolve;
  }

  it('are waited for, as far as they have the key', async () => {
    const client = new QueryClient();
    const [first, second] = [begin(client, 'tests', '5'), begin(client, 'tests', '5')];
    begin(client, 'tests', '6');
    let isSettled = false;
    const settled = mutationsSettled(client, ['tests', '5']).then(() => (isSettled = true));
    first();
    await new Promise((resolve) => setTimeout(resolve));
    expect(isSettled).toBe(false);
    second();
    await settled;
  });

  it('settles at once if no mutation is being sent', async () => {
    await mutationsSettled(new QueryClient(), ['tests']);
  });
});
