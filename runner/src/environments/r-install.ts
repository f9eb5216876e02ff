import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { InstalledR } from '#runner/r/find-r.ts';
import type { BuildGround } from './build-ground.ts';
import type { BuildHooks } from './environment-kind.ts';
import { followInstall } from './follow-install.ts';
import { boundBytes, type InstallerSandbox } from './installer-sandbox.ts';
import { withLimits } from './process-limits.ts';
import type { RArchive } from './r-archive.ts';
import { InstallError } from './run-installer.ts';

const ARCHIVES_FOLDER = '/opt/lessonwright/archives';
const LIBRARY = '/work/library';
const LIMIT_MS = 45 * 60_000;
const LIMITS = { memory_bytes: 2 * 2 ** 30, disk_bytes: 2 * 2 ** 30, files: 200_000, processes: 256 };
/** Of the files that come out, and how many. The stream has names and sizes as well. */
const BOUNDS = [LIMITS.disk_bytes, LIMITS.files];
const MOST_STREAM_BYTES = LIMITS.disk_bytes + LIMITS.files * 2_048;
/** Each in its turn, then all of them as an archive to descriptor 4. */
const SCRIPT = `
r=$1 library=$2; shift 2
mkdir "$library" || exit
for archive; do "$r" CMD INSTALL --no-multiarch --library="$library" "$archive" 2>&1 4>&- || exit; done
exec tar --create --directory "$library" --file - . >&4
`;

/**
 * Installs sources into a folder. A package may run what it likes when it is installed, so that is done in a sandbox without a
 * network, and only the files come out of it, unpacked in the sandbox of installers.
 *
 * @throws InstallError with R's own words.
 */
export async function installArchives(
  given: {
    equipment: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>;
    installers: InstallerSandbox;
    r: InstalledR;
    archives: readonly RArchive[];
    folder: string;
    target: string;
  },
  hooks: BuildHooks,
): Promise<void> {
  const { equipment, installers, r, archives, folder, target } = given;
  await mkdir(target, { recursive: true, mode: 0o755 });
  if (archives.length === 0) return;
  hooks.signal.throwIfAborted();
  const scratch = await installers.folder();
  const userId = equipment.userIds.take();
  try {
    const made = await installers.give(join(scratch, 'library'));
    const run = await equipment.sandbox.start(userId, {
      command: withLimits([
        '/bin/sh',
        '-c',
        SCRIPT,
        'sh',
        r.path,
        LIBRARY,
        ...archives.map(({ path }) => `${ARCHIVES_FOLDER}/${basename(path)}`),
      ]),
      environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8', R_LIBS: LIBRARY },
      binds: [
        ...equipment.workshop.settings,
        { source: folder, target: ARCHIVES_FOLDER },
        ...r.folders.map((own) => ({ source: own, target: own })),
      ],
      reads: r.folders,
      limits: LIMITS,
      input: '',
    });
    const { said, end } = await followInstall(run, hooks, {
      limitMs: LIMIT_MS,
      report: (report) =>
        installers.run({
          command: ['/usr/bin/python3', '-I', '/opt/lessonwright/python/unpack_tree.py', installers.inside(made), ...BOUNDS.map(String)],
          input: report.pipe(boundBytes(MOST_STREAM_BYTES)),
          writes: [made],
          limitMs: LIMIT_MS,
          ...hooks,
        }),
    });
    if (end.exitCode !== 0)
      throw new InstallError(
        end.isOutOfMemory ? 'The installation used more memory than it may.' : said.trim() || 'R ended without a word.',
      );
    await rename(made, target);
  } finally {
    equipment.userIds.release(userId);
    await installers.discard(scratch);
  }
}
