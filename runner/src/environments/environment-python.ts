import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interpreterBinds, type Interpreter } from '../python/interpreters.ts';
import type { PreparedPython } from '../python/prepare-python.ts';
import type { BuildDeps } from './build-deps.ts';
import type { Installed } from './environment-store.ts';
import { readAtMost } from './follow-install.ts';
import { withLimits } from './process-limits.ts';
import { normalName } from './python-requirements.ts';

const LIMIT_MS = 120_000;
const MOST_LIST_BYTES = 8 * 2 ** 20;
const LIMITS = { memory_bytes: 2 ** 30, disk_bytes: 64 * 2 ** 20, files: 1_000, processes: 64 };

/** Lets matplotlib write its font lists to its settings folder; the last line copies them to descriptor 4. */
const LIST_FONTS = `
import glob, json, os, matplotlib.font_manager
lists = {os.path.basename(path): open(path, encoding="utf-8").read() for path in glob.glob("/tmp/fonts/fontlist*.json")}
os.fdopen(4, "w").write(json.dumps(lists))
`;

/** Path of the environment inside a run. */
const INSIDE = '/opt/lessonwright/environment';

/** Folder of matplotlib's font lists, relative to the environment. */
const FONTS = 'share/lessonwright-fonts';

/** Describes the interpreter of a built environment from what was installed. It is never started outside a sandbox. */
export async function describePython(environment: {
  folder: string;
  base: Interpreter;
  installed: Installed;
  lock: string;
}): Promise<PreparedPython> {
  const fonts = join(environment.folder, FONTS);
  const names = await readdir(fonts).catch(() => []);
  return { ...interpreterOf(environment), fontLists: names.map((name) => join(fonts, name)) };
}

/** Lets matplotlib in a new environment list its fonts, in a sandbox, so that runs don't have to. */
export async function listFontsOf(
  deps: Pick<BuildDeps, 'sandbox' | 'userIds' | 'folders'>,
  environment: Parameters<typeof describePython>[0],
): Promise<void> {
  const python = interpreterOf(environment);
  if (python.matplotlib === null) return;
  const fonts = join(environment.folder, FONTS);
  await mkdir(fonts, { recursive: true });
  for (const [name, text] of Object.entries(await listFonts(deps, python))) await writeFile(join(fonts, name), text);
}

function interpreterOf({ folder, base, installed, lock }: Parameters<typeof describePython>[0]): Interpreter {
  const seesMachine = lock.includes('\n# base packages: of the machine\n');
  const has = new Map(installed.map(({ name, version }) => [normalName(name), version]));
  return {
    version: base.version,
    fullVersion: base.fullVersion,
    path: join(INSIDE, 'bin/python'),
    host: base.path,
    folders: base.folders,
    // The runner's folder may be anywhere on the host, even below /work, which is the learner's folder inside.
    moved: [{ source: folder, target: INSIDE }],
    hasPandas: has.has('pandas') || (seesMachine && base.hasPandas),
    matplotlib: has.get('matplotlib') ?? (seesMachine ? base.matplotlib : null),
  };
}

async function listFonts(
  { sandbox, userIds, folders }: Pick<BuildDeps, 'sandbox' | 'userIds' | 'folders'>,
  python: Interpreter,
): Promise<Record<string, string>> {
  const userId = userIds.take();
  try {
    const run = await sandbox.start(userId, {
      command: withLimits([python.path, '-c', LIST_FONTS]),
      environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', MPLCONFIGDIR: '/tmp/fonts', LANG: 'C.UTF-8' },
      binds: [...folders.settings, ...interpreterBinds(python)],
      reads: python.folders,
      limits: LIMITS,
      input: '',
    });
    const limit = setTimeout(() => run.kill(), LIMIT_MS);
    run.stdout.resume();
    run.stderr.resume();
    const report = await readAtMost(run.report, MOST_LIST_BYTES).catch(() => Buffer.alloc(0));
    // The list was too long, so the rest doesn't matter.
    if (report.length === 0) run.kill();
    await run.ended;
    clearTimeout(limit);
    return parseLists(report.toString('utf8'));
  } finally {
    userIds.release(userId);
  }
}

/** Untrusted output of a package: accept nothing but plain file names and their text. */
function parseLists(text: string): Record<string, string> {
  try {
    const lists: unknown = JSON.parse(text);
    if (typeof lists !== 'object' || lists === null) return {};
    return Object.fromEntries(
      Object.entries(lists).flatMap(([name, list]) =>
        /^fontlist[\w.-]*\.json$/.test(name) && typeof list === 'string' ? [[name, list]] : [],
      ),
    );
  } catch {
    return {};
  }
}
