import type { TestServer } from '../test-server.ts';

/** The window's contents after the last redirect. */
export interface Shown {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  /** Every visited address, including the last one. */
  readonly way: readonly string[];
}

const MOST_REDIRECTS = 12;

/** The parts of a browser that a sign-in needs: cookies by origin, and redirects. Addresses of the product have no port. */
export class CookieBrowser {
  readonly #server: TestServer;
  readonly #jars = new Map<string, Map<string, string>>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** The cookies that would be sent to the product. */
  get cookie(): string {
    return this.#cookieFor(this.#server.platform.config.publicUrl);
  }

  /** Plants a cookie of the product in the browser, as an attacker might. */
  plant(name: string, value: string): void {
    this.#jar(this.#server.platform.config.publicUrl).set(name, value);
  }

  /** Opens an address and follows redirects. @param until stops before the first address for which it returns true */
  async open(address: string, options: { form?: Record<string, string>; until?: (url: URL) => boolean } = {}): Promise<Shown> {
    let url = new URL(address, this.#server.platform.config.publicUrl);
    let form = options.form;
    const way: string[] = [];
    for (let step = 0; step < MOST_REDIRECTS; step += 1) {
      way.push(url.href);
      const { status, location, cookies, text } = await this.#ask(url, form);
      for (const line of cookies) this.#keep(url.origin, line);
      if (location === null) return { url, status, text, way };
      url = new URL(location, url);
      form = undefined;
      if (options.until?.(url) === true) return { url, status, text: '', way: [...way, url.href] };
    }
    throw new Error(`More than ${MOST_REDIRECTS} redirects:\n${way.join('\n')}`);
  }

  async #ask(url: URL, form: Record<string, string> | undefined) {
    const headers: Record<string, string> = { cookie: this.#cookieFor(url.origin) };
    if (form !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded';
    const payload = form && new URLSearchParams(form).toString();
    const method = form === undefined ? 'GET' : 'POST';
    if (url.origin === this.#server.platform.config.publicUrl) {
      const reply = await this.#server.inject({
        method,
        url: url.pathname + url.search,
        headers: { ...headers, host: url.host },
        ...(payload === undefined ? {} : { payload }),
      });
      const cookies = [reply.headers['set-cookie'] ?? []].flat().map(String);
      return { status: reply.statusCode, location: reply.headers.location ?? null, cookies, text: reply.body };
    }
    const reply = await fetch(url, { method, headers, redirect: 'manual', ...(payload === undefined ? {} : { body: payload }) });
    return {
      status: reply.status,
      location: reply.headers.get('location'),
      cookies: reply.headers.getSetCookie(),
      text: await reply.text(),
    };
  }

  #jar(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }

  #keep(origin: string, line: string): void {
    const [pair = ''] = line.split(';', 1);
    const name = pair.slice(0, pair.indexOf('='));
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#jar(origin).delete(name);
    else this.#jar(origin).set(name, pair.slice(name.length + 1));
  }

  #cookieFor(origin: string): string {
    return [...this.#jar(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}
