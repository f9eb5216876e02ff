import { relative } from 'node:path';
import { expect, request, test as base, type Browser, type BrowserContextOptions, type Page, type TestInfo } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import type { Client } from '#platform/contract/client.ts';
import { makePackageIndex } from '#testing/package-index.ts';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { PAGE_ATTACHMENT } from '../scripts/suites/failure-message.ts';
import { newContext, Profile, type Session } from './profiles.ts';

export { expect };

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** An author who accepted an invitation. */
interface Author extends Person {
  /** Calls authenticated as this author. */
  readonly client: Client<Api>;
  /** The branch of their drafts. */
  readonly drafts: string;
}

type ScreenBody = Parameters<Client<Api>['saveScreen']>[0]['body'];

interface MadeLesson extends Lesson {
  readonly screenIds: readonly number[];
  /** The address of its page. */
  readonly url: string;
  /** The address of its first screen. */
  readonly screenUrl: string;
}

const NOBODY: Session = { cookies: [], origins: [] };

/**
 * The product that the tests of one browser worker share, with the sample content and a runner. Tests don't see one another's
 * content: each creates its own, with unused numbers and names.
 */
export class Product {
  readonly server: RealServer;
  readonly url: string;
  /** Calls authenticated as the owner. */
  readonly client: Client<Api>;
  readonly #sessions = new Map<string, Promise<Session>>();
  #made = 0;

  private constructor(server: RealServer, client: Client<Api>) {
    this.server = server;
    this.url = server.url;
    this.client = client;
  }

  /** Starts a product with an owner. `environment` is for tests of settings, which have their own product. Remove it at the end. */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<Product> {
    const server = await RealServer.createPrepared(environment);
    try {
      return new Product(server, await server.setUpOwner());
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  remove(): Promise<void> {
    return this.server.remove();
  }

  /** Returns a number that no lesson, course or path has yet. */
  number(): number {
    this.#made += 1;
    return 300 + this.#made;
  }

  /** Returns `name` followed by a number. */
  unique(name: string): string {
    return `${name} ${this.number()}`;
  }

  /** Creates a release from main. */
  release(name: string): Promise<Release> {
    const unique = this.unique(name);
    return this.client.createRelease({
      body: { name: unique, version_major: unique.toLowerCase().replaceAll(/\W+/g, '-'), create_new: true },
    });
  }

  /** Creates a lesson with the given screens, in the release or by default in the drafts of the client's user. */
  async lesson({
    title,
    screens = [],
    release,
    client = this.client,
  }: {
    title: string;
    screens?: readonly ScreenBody[];
    release?: Pick<Release, 'id'>;
    client?: Client<Api>;
  }): Promise<MadeLesson> {
    const inRelease = release ? { release_id: release.id } : {};
    const lesson = await client.createLesson({ body: { sequence: this.number(), title, ...inRelease } });
    const screenIds: number[] = [];
    for (const body of screens) {
      const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: screenIds.length + 1 } });
      screenIds.push(newScreenId);
      if (Object.keys(body).length > 0) await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body });
    }
    const url = `${this.url}/lesson/${lesson.id}`;
    return { ...lesson, screenIds, url, screenUrl: `${url}/screen/${screenIds[0]}` };
  }

  /** Invites an author with a unique address and accepts the invitation. */
  async author(name: string, role: 'staff' | 'external' = 'staff'): Promise<Author> {
    const id = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${this.number()}`;
    const person = { name, email: `${id}@lessons.example`, password: 'another quiet one' };
    const invite = role === 'staff' ? this.client.addStaff : this.client.addExternalAuthor;
    const { invitation_url: link } = await invite({ body: { email: person.email } });
    const session = this.#signIn(`invitation/${link?.split('/').at(-1)}`, { name, password: person.password });
    this.#sessions.set(person.email, session);
    const { cookies } = await session;
    const cookie = cookies.map((each) => `${each.name}=${each.value}`).join('; ');
    return { ...person, client: this.server.client({ cookie }), drafts: `drafts/${id}-lessons-example` };
  }

  /** The browser state of a signed-in user. Pages share it, so signing out in one signs out all. */
  session({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Session> {
    const known = this.#sessions.get(email) ?? this.#signIn('password', { email, password });
    this.#sessions.set(email, known);
    return known;
  }

  /**
   * Opens a page in a new browser profile, for hooks and for tests that start their own product. Other tests use the `open`
   * fixture.
   */
  async open(
    browser: Browser,
    person: Pick<Person, 'email' | 'password'> | null = OWNER,
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const storageState = person ? await this.session(person) : NOBODY;
    return (await newContext(browser, { ...options, storageState })).newPage();
  }

  async #signIn(way: string, data: object): Promise<Session> {
    // Without the test's own session, which signing in would end.
    const context = await request.newContext({ storageState: NOBODY });
    try {
      const reply = await context.post(`${this.url}/api/login/${way}`, { data });
      expect(reply.ok(), await reply.text()).toBe(true);
      return await context.storageState();
    } finally {
      await context.dispose();
    }
  }
}

interface OfTest {
  /** What a test starts is counted under the name of its file (testing/count-starts.mjs). */
  isCounted: boolean;
  /** A page of a person (by default the owner; null: signed out) in a separate browser profile. */
  open: (person?: Pick<Person, 'email' | 'password'> | null, options?: BrowserContextOptions) => Promise<Page>;
}

interface OfWorker {
  product: Product;
  /** Where lessons get their packages from. */
  packageSource: 'made for tests' | 'PyPI';
}

/** `page` is signed in as the owner. */
export const test = base.extend<OfTest, OfWorker>({
  isCounted: [
    // Playwright reads the required fixtures from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, test) => {
      process.env['TEST_FILE'] = relative(process.cwd(), test.file);
      await use(true);
      delete process.env['TEST_FILE'];
    },
    { auto: true },
  ],
  packageSource: ['made for tests', { scope: 'worker', option: true }],
  product: [
    async ({ packageSource }, use) => {
      const index = makePackageIndex();
      // It starts nothing for a single file.
      const shared = { TEST_FILE: '' };
      const product = await Product.start(packageSource === 'PyPI' ? shared : { ...shared, LESSONWRIGHT_RUNNER_PYPI: index.folder });
      await use(product);
      await product.remove();
      index.remove();
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  context: async ({ browser, product }, use, test) => {
    const profile = await Profile.take(browser, product.url, await product.session(OWNER));
    await use(profile.context);
    await end(profile, test);
  },
  open: async ({ browser, product }, use, test) => {
    const profiles: Profile[] = [];
    const others: Page[] = [];
    await use(async (person = OWNER, options) => {
      if (options) {
        const page = await product.open(browser, person, options);
        others.push(page);
        return page;
      }
      const profile = await Profile.take(browser, product.url, person ? await product.session(person) : NOBODY);
      profiles.push(profile);
      return profile.context.newPage();
    });
    for (const page of others) await page.context().close();
    for (const profile of profiles) await end(profile, test);
  },
});

/** A failed test ends its worker: its pages are closed with the browser. What they showed goes into the report. */
async function end(profile: Profile, test: TestInfo): Promise<void> {
  if (test.status === test.expectedStatus) return profile.giveBack();
  for (const page of profile.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5000 }).catch(String);
    await test.attach(PAGE_ATTACHMENT, { body: shown, contentType: 'text/plain' });
  }
  return profile.context.close();
}
