import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runInstaller } from './run-installer.ts';

/** Written next to an environment when it is complete. An environment without it is left over from a crash. */
const Note = z.object({
  bytes: z.number().int(),
  installed: z.array(z.object({ name: z.string(), version: z.string() })),
});
export type Installed = z.infer<typeof Note>['installed'];

/** A recently requested environment may not be mounted yet, because its run is still starting. */
const STARTING_MS = 10 * 60_000;
const KEY = /^[0-9a-f]{64}$/;

/** Number and size of the environments in a folder of environments. */
export async function measureEnvironments(folder: string): Promise<{ count: number; bytes: number }> {
  const kept = await listEnvironments(folder).catch(() => []);
  return { count: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function listEnvironments(folder: string): Promise<{ key: string; bytes: number; usedAt: number }[]> {
  const names = (await readdir(folder)).filter((name) => KEY.test(name.replace(/\.json$/, '')) && name.endsWith('.json'));
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const [{ mtimeMs }, text] = await Promise.all([stat(path), readFile(path, 'utf8')]);
      return { key: name.replace(/\.json$/, ''), bytes: Note.parse(JSON.parse(text)).bytes, usedAt: mtimeMs };
    }),
  );
}

/** The name of an environment: the SHA-256 of its lock. */
export function keyOf(lock: string): string {
  return createHash('sha256').update(lock).digest('hex');
}

/**
 * The folder of built environments: `<key>` is an environment, and `<key>.json` marks it as complete, with the time of last use
 * as its modification time. When the folder exceeds its budget, the least recently used environments that aren't in use are
 * removed.
 */
export class EnvironmentStore {
  readonly #folder: string;
  readonly #budgetBytes: number;
  readonly #handedOut = new Map<string, number>();

  private constructor(folder: string, budgetBytes: number) {
    this.#folder = folder;
    this.#budgetBytes = budgetBytes;
  }

  /** Opens the folder and removes what a crash left unfinished. */
  static async open(folder: string, budgetBytes: number): Promise<EnvironmentStore> {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    const names = await readdir(folder);
    const whole = new Set(names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [])));
    const store = new EnvironmentStore(folder, budgetBytes);
    for (const name of names) if (!name.endsWith('.json') && !whole.has(name)) await removeFolder(join(folder, name));
    return store;
  }

  /** The final path of an environment. Programs inside contain their own path. */
  path(key: string): string {
    return join(this.#folder, key);
  }

  /** A folder for an environment that has no key yet; `finish` moves it. */
  async scratch(name: string): Promise<string> {
    const folder = join(this.#folder, `unfinished-${name}`);
    await removeFolder(folder);
    await mkdir(folder, { mode: 0o755 });
    return folder;
  }

  /** Returns what is installed in an environment and marks it as used; null if it doesn't exist. */
  async use(key: string): Promise<Installed | null> {
    const note = await readFile(this.#note(key), 'utf8').catch(() => null);
    if (note === null) return null;
    this.#handedOut.set(key, Date.now());
    const now = new Date();
    await utimes(this.#note(key), now, now);
    return Note.parse(JSON.parse(note)).installed;
  }

  /** Completes an environment: makes it readable by everyone and read-only, and writes its note. */
  async finish(key: string, installed: Installed, from: string = this.path(key)): Promise<void> {
    await runInstaller({ command: ['chmod', '-R', 'a+rX,a-w,ug-s', from], ...QUIET });
    if (from !== this.path(key)) {
      await chmod(from, 0o755);
      await rename(from, this.path(key));
      await chmod(this.path(key), 0o555);
    }
    const kilobytes = await runInstaller({ command: ['du', '-sk', this.path(key)], ...QUIET });
    const note = { bytes: Number.parseInt(kilobytes, 10) * 1024, installed } satisfies z.infer<typeof Note>;
    await writeFile(`${this.#note(key)}.new`, JSON.stringify(note));
    await rename(`${this.#note(key)}.new`, this.#note(key));
    this.#handedOut.set(key, Date.now());
    await this.#makeRoom();
  }

  /** Removes an unfinished environment. */
  async discard(folder: string): Promise<void> {
    await removeFolder(folder);
  }

  async #makeRoom(): Promise<void> {
    const kept = await listEnvironments(this.#folder);
    let bytes = kept.reduce((sum, environment) => sum + environment.bytes, 0);
    if (bytes <= this.#budgetBytes) return;
    const mounted = await mountedText();
    const justNow = Date.now() - STARTING_MS;
    for (const { key, bytes: size } of kept.sort((one, other) => one.usedAt - other.usedAt)) {
      if (bytes <= this.#budgetBytes) return;
      if ((this.#handedOut.get(key) ?? 0) > justNow || mounted.includes(key)) continue;
      // Remove the note first: after a crash, an environment without one is removed at the next start.
      await rm(this.#note(key), { force: true });
      await removeFolder(this.path(key));
      this.#handedOut.delete(key);
      bytes -= size;
    }
  }

  #note(key: string): string {
    return `${this.path(key)}.json`;
  }
}

const QUIET = { log: () => undefined, signal: new AbortController().signal };

/** Returns the kernel's mount table. An environment is in use while it is bound into a sandbox. */
async function mountedText(): Promise<string> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(processes.map((pid) => readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '')));
  return texts.join('\n');
}

/** Its folders are read-only, which an ordinary user must change first. */
async function removeFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  await runInstaller({ command: ['chmod', '-R', 'u+rwX', folder], ...QUIET }).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
}
