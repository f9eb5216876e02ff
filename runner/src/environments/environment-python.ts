import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interpreterBinds, type Interpreter } from '#runner/python/interpreters.ts';
import type { PreparedPython } from '#runner/python/prepare-python.ts';
import type { BuildGround } from './build-ground.ts';
import type { Installed } from './environment-store.ts';
import { readAtMost } from './follow-install.ts';
import { withLimits } from './process-limits.ts';
import { normalName } from './python-requirements.ts';

const LIMIT_MS = 120_000;
const MOST_LIST_BYTES = 8 * 2 ** 20;
const LIMITS = { memory_bytes: 2 ** 30, disk_bytes: 64 * 2 ** 20, files: 1_000, processes: 64 };

/** matplotlib writes its list of fonts into its folder of settings; the last line gives it out by descriptor 4. */
const LIST_FONTS = `
import glob, json, os, matplotlib.font_manager
lists = {os.path.basename(path): open(path, encoding="utf-8").read() for path in glob.glob("/tmp/fonts/fontlist*.json")}
os.fdopen(4, "w").write(json.dumps(lists))
`;

/** Where a run finds its environment. */
const INSIDE = '/opt/lessonwright/environment';

/** Below an environment: its matplotlib's lists of fonts. */
const FONTS = 'share/lessonwright-fonts';

/** The interpreter of a built environment, told from what was installed: it is never started outside a sandbox. */
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

/** Lets the matplotlib of a new environment list its fonts, in a sandbox, so that no run has to. */
export async function listFontsOf(
  equipment: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>,
  environment: Parameters<typeof describePython>[0],
): Promise<void> {
  const python = interpreterOf(environment);
  if (python.matplotlib === null) return;
  const fonts = join(environment.folder, FONTS);
  await mkdir(fonts, { recursive: true });
  for (const [name, text] of Object.entries(await listFonts(equipment, python))) await writeFile(join(fonts, name), text);
}

function interpreterOf({ folder, base, installed, lock }: Parameters<typeof describePython>[0]): Interpreter {
  const seesMachine = lock.includes('\n# base packages: of the machine\n');
  const has = new Map(installed.map(({ name, version }) => [normalName(name), version]));
  return {
    version: base.version,
    path: join(INSIDE, 'bin/python'),
    host: base.path,
    folders: base.folders,
    // The runner's folder may lie anywhere, below /work too, which is the learner's inside.
    moved: [{ source: folder, target: INSIDE }],
    hasPandas: has.has('pandas') || (seesMachine && base.hasPandas),
    matplotlib: has.get('matplotlib') ?? (seesMachine ? base.matplotlib : null),
  };
}

async function listFonts(
  { sandbox, userIds, workshop }: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>,
  python: Interpreter,
): Promise<Record<string, string>> {
  const userId = userIds.take();
  try {
    const run = await sandbox.start(userId, {
      command: withLimits([python.path, '-c', LIST_FONTS]),
      environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', MPLCONFIGDIR: '/tmp/fonts', LANG: 'C.UTF-8' },
      binds: [...workshop.settings, ...interpreterBinds(python)],
      reads: python.folders,
      limits: LIMITS,
      input: '',
    });
    const limit = setTimeout(() => run.kill(), LIMIT_MS);
    run.stdout.resume();
    run.stderr.resume();
    const report = await readAtMost(run.report, MOST_LIST_BYTES).catch(() => Buffer.alloc(0));
    // What went on after too long a list has nothing to say.
    if (report.length === 0) run.kill();
    await run.ended;
    clearTimeout(limit);
    return parseLists(report.toString('utf8'));
  } finally {
    userIds.release(userId);
  }
}

/** What a package's code says is not believed beyond its shape: nothing but plain names of lists of fonts. */
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
