import { chmod, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Bind } from './sandbox/bubblewrap-arguments.ts';

/** The runner's own folder. Runs are other users, so what they need is readable for everybody, and nothing else is in it. */
export interface Workshop {
  readonly folder: string;
  readonly blobs: string;
  readonly caches: string;
  /** Our Python modules, a copy: a checkout may be unreadable for others, and may change while runs go on. */
  readonly pythonModules: string;
  /** What programs look up about their user. */
  readonly settings: readonly Bind[];
}

const LANGUAGES = resolve(import.meta.dirname, '../languages');
const USER_FILES = {
  passwd: 'learner:x:1000:1000:Learner:/work:/bin/sh\nnobody:x:65534:65534:Nobody:/nonexistent:/usr/sbin/nologin\n',
  group: 'learner:x:1000:\nnogroup:x:65534:\n',
};

/** Makes or mends the folder of a runner. */
export async function openWorkshop(folder: string): Promise<Workshop> {
  const settings = join(folder, 'etc');
  const pythonModules = join(folder, 'languages/python');
  await makeFolder(folder, 0o711);
  await makeFolder(settings, 0o755);
  for (const [name, text] of Object.entries(USER_FILES)) await writeReadable(join(settings, name), text);
  await rm(join(folder, 'languages'), { recursive: true, force: true });
  await copyFolder(join(LANGUAGES, 'python'), pythonModules);
  return {
    folder,
    blobs: join(folder, 'blobs'),
    caches: join(folder, 'caches'),
    pythonModules,
    settings: Object.keys(USER_FILES).map((name) => ({ source: join(settings, name), target: `/etc/${name}` })),
  };
}

async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, mode);
}

async function writeReadable(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o644);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await makeFolder(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.name === '__pycache__') continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await copyFolder(source, target);
    } else {
      await copyFile(source, target);
      await chmod(target, 0o644);
    }
  }
}
