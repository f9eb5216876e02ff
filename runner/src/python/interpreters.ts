import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { LANGUAGES } from '#platform/contract/languages.ts';
import type { Bind } from '../sandbox/bubblewrap-arguments.ts';

/** A Python on this machine. */
export interface Interpreter {
  /** Such as `3.11`. */
  readonly version: string;
  /** Such as `3.11.2`. */
  readonly fullVersion: string;
  /** Path inside the sandbox. */
  readonly path: string;
  /** Folders outside /usr that it needs, with the same paths inside the sandbox. */
  readonly folders: readonly string[];
  /** Folders with another path inside. */
  readonly moved: readonly Bind[];
  /**
   * Path that may be started outside a sandbox. The Python of an environment must not be, because packages can run code when it
   * starts.
   */
  readonly host: string;
  readonly hasPandas: boolean;
  /** Null: it has no matplotlib. */
  readonly matplotlib: string | null;
}

const SYSTEM_FOLDERS = ['/usr/bin', '/usr/local/bin'];
const VERSIONS: readonly string[] = LANGUAGES.python.versions;
const NAMES = ['python3', ...VERSIONS.map((version) => `python${version}`)];
/** Where uv and pyenv install Pythons, one folder each. */
const COLLECTIONS = ['.local/share/uv/python', '.pyenv/versions'];
const OLDEST_MINOR = 8;
export const NO_PYTHON =
  'No Python 3.8 or later is installed on this machine. Install it with "apt install python3" and restart the runner.';
const ASK_MS = 20_000;

const QUESTION = `
import importlib.metadata, importlib.util, json, sys
has = lambda name: importlib.util.find_spec(name) is not None
print(json.dumps({
    "version": list(sys.version_info[:2]), "full": sys.version.split()[0], "path": sys.executable, "prefixes": sorted({sys.prefix, sys.base_prefix}),
    "pandas": has("pandas"), "matplotlib": importlib.metadata.version("matplotlib") if has("matplotlib") else None,
}))
`;
const Answer = z.object({
  version: z.tuple([z.literal(3), z.number().int().min(OLDEST_MINOR)]),
  full: z.string(),
  path: z.string().startsWith('/'),
  prefixes: z.array(z.string().regex(/^\/(usr$|[^/]+\/.)/)),
  pandas: z.boolean(),
  matplotlib: z.string().nullable(),
});

/** Returns the best Python of each version on this machine, newest version first; one with pandas is preferred, then the system's. */
export async function findInterpreters(named: readonly string[]): Promise<Interpreter[]> {
  const candidates = [...named, ...SYSTEM_FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...(await collected())];
  const answers = await Promise.all([...new Set(candidates)].map(askInterpreter));
  const best = new Map<string, Interpreter>();
  for (const found of answers) {
    if (!found) continue;
    const known = best.get(found.version);
    if (!known || rank(found) > rank(known)) best.set(found.version, found);
  }
  return [...best.values()].sort((one, other) => minor(other) - minor(one));
}

/** Binds that an interpreter needs inside. */
export function interpreterBinds({ folders, moved }: Pick<Interpreter, 'folders' | 'moved'>): Bind[] {
  return [...folders.map((folder) => ({ source: folder, target: folder })), ...moved];
}

/** Message for a lesson that needs a missing version: what its author can do, and what the operator of this machine can. */
export function missingPython(version: string, found: readonly Interpreter[]): string {
  if (found.length === 0) return NO_PYTHON;
  const here = found.map((interpreter) => interpreter.version).join(', ');
  return (
    `Python ${version} is not installed on this machine, which has ${here}. Choose ${found.length === 1 ? 'that version' : 'one of these versions'} ` +
    `in the settings of the lesson, or have it installed: run "uv python install ${version}" and restart the runner.`
  );
}

function minor(interpreter: Interpreter): number {
  return Number(interpreter.version.split('.')[1]);
}

function rank(interpreter: Interpreter): number {
  return (interpreter.hasPandas ? 2 : 0) + (interpreter.folders.length === 0 ? 1 : 0);
}

async function collected(): Promise<string[]> {
  const lists = await Promise.all(
    COLLECTIONS.map(async (name) => {
      const folder = join(homedir(), name);
      const versions = await readdir(folder).catch(() => []);
      return versions.map((version) => join(folder, version, 'bin/python3'));
    }),
  );
  return lists.flat();
}

/** Asks an interpreter to describe itself; null if it can't be used. */
export async function askInterpreter(path: string): Promise<Interpreter | null> {
  try {
    await access(path, constants.X_OK);
    const { stdout } = await promisify(execFile)(path, ['-I', '-c', QUESTION], {
      timeout: ASK_MS,
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    });
    const answer = Answer.parse(JSON.parse(stdout));
    return {
      version: answer.version.join('.'),
      fullVersion: answer.full,
      path: answer.path,
      host: answer.path,
      moved: [],
      folders: answer.prefixes.filter((prefix) => prefix !== '/usr' && !prefix.startsWith('/usr/')),
      hasPandas: answer.pandas,
      matplotlib: answer.matplotlib,
    };
  } catch {
    // It doesn't exist, isn't a Python, is too old or is broken: skip it.
    return null;
  }
}
