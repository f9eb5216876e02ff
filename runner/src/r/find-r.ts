import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** An R on this machine. */
export interface InstalledR {
  /** Such as `4.2`. */
  readonly version: string;
  /** Such as `4.2.2`. */
  readonly fullVersion: string;
  readonly path: string;
  /** The folder of its own packages. */
  readonly library: string;
  /** Folders outside /usr that it needs, with the same paths inside the sandbox. */
  readonly folders: readonly string[];
}

const SYSTEM_FOLDERS = ['/usr/bin', '/usr/local/bin'];
/** Where rig and Posit's binary packages install Rs, one folder each. */
const COLLECTION = '/opt/R';
const ASK_MS = 20_000;
const QUESTION = 'cat(R.version$major, R.version$minor, R.home(), .Library, sep = "\\n")';
/** First version with `suspendInterrupts` and everything else our programs use. */
const OLDEST = { major: 4, minor: 0 };

const Answer = z.tuple([z.coerce.number().int(), z.string().regex(/^\d+\.\d+$/), z.string().startsWith('/'), z.string().startsWith('/')]);

/** Returns the Rs of this machine, the system's own first; the first one wins if two have the same version. */
export async function findR(): Promise<InstalledR[]> {
  const collected = await readdir(COLLECTION).catch(() => []);
  const folders = [...SYSTEM_FOLDERS, ...collected.map((name) => join(COLLECTION, name, 'bin'))];
  const answers = await Promise.all(folders.map(ask));
  const found = answers.filter((r) => r !== null);
  return found.filter((r, index) => found.findIndex(({ version }) => version === r.version) === index);
}

async function ask(folder: string): Promise<InstalledR | null> {
  const rscript = join(folder, 'Rscript');
  try {
    await access(rscript, constants.X_OK);
    const { stdout } = await promisify(execFile)(rscript, ['--vanilla', '-e', QUESTION], {
      timeout: ASK_MS,
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
      cwd: '/',
    });
    const [major, rest, home, library] = Answer.parse(stdout.trim().split('\n'));
    const [minor = 0] = rest.split('.').map(Number);
    if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) return null;
    const own = home.startsWith('/usr/') ? [] : [home.replace(/\/lib(64)?\/R$/, '')];
    return {
      version: `${major}.${minor}`,
      fullVersion: `${major}.${rest}`,
      path: join(folder, 'R'),
      library,
      folders: own,
    };
  } catch {
    // It doesn't exist, isn't R, is too old or is broken: skip it.
    return null;
  }
}
