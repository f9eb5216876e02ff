import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { testsSaved, updateKey } from './api.ts';

describe('a run of a test', () => {
  /** A change of a test of this lesson that is on its way. */
  function change(client: QueryClient, lessonId: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const mutation = client.getMutationCache().build(client, { mutationKey: updateKey(lessonId), mutationFn: () => promise });
    void mutation.execute(undefined);
    return resolve;
  }

  it('waits for changes of tests of its lesson that are being saved', async () => {
    const client = new QueryClient();
    const [first, second] = [change(client, 5), change(client, 5)];
    change(client, 6);
    let isSaved = false;
    const saved = testsSaved(client, 5).then(() => (isSaved = true));
    first();
    await new Promise((resolve) => setTimeout(resolve));
    expect(isSaved).toBe(false);
    second();
    await saved;
  });

  it('waits for nothing else', async () => {
    await testsSaved(new QueryClient(), 5);
  });
});
