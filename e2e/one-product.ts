import { test, type Page } from '@playwright/test';
import type { Api } from '#contract/api.ts';
import type { Client } from '#contract/client.ts';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { openBrowser } from './author.ts';

interface Product {
  server: RealServer;
  /** Calls in the owner's name. */
  client: Client<Api>;
  /** Where the owner is signed in. */
  page: Page;
}

/** One product without a runner for the tests of a file, which follow one another in it. It is there once the first test begins. */
export function oneProduct(): Product {
  const product = {} as Product;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async ({ browser }) => {
    product.server = await RealServer.createPrepared({ LESSONWRIGHT_LOCAL_RUNNER: '0' });
    product.client = await product.server.setUpOwner();
    product.page = await openBrowser(browser, product.server, OWNER);
  });
  test.afterAll(async () => {
    await product.page?.context().close();
    await product.server?.remove();
  });
  return product;
}
