import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { InstalledR } from '../r/find-r.ts';
import type { BuildDeps } from './build-deps.ts';
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
/** Size and number of the extracted files. The stream has names and sizes as well. */
const BOUNDS = [LIMITS.disk_bytes, LIMITS.files];
const MOST_STREAM_BYTES = LIMITS.disk_bytes + LIMITS.files * 2_048;
/** Installs each package in turn, then writes all of them as an archive to descriptor 4. */
const SCRIPT = `
r=$1 library=$2; shift 2
mkdir "$library" || exit
for archive; do "$r" CMD INSTALL --no-multiarch --library="$library" "$archive" 2>&1 4>&- || exit; done
exec tar --create --directory "$library" --file - . >&4
`;

/**
 * Installs sources into a folder. Installing a package may run arbitrary code, so it happens in a sandbox without network; only
 * the files leave it, and they are unpacked in the installers' sandbox.
 *
 * @throws InstallError with R's output
 */
export async function installArchives(
  options: {
    build: Pick<BuildDeps, 'sandbox' | 'userIds' | 'folders'>;
    installers: InstallerSandbox;
    r: InstalledR;
    archives: readonly RArchive[];
    folder: string;
    target: string;
  },
  hooks: BuildHooks,
): Promise<void> {
  const { build, installers, r, archives, folder, target } = options;
  await mkdir(target, { recursive: true, mode: 0o755 });
  if (archives.length === 0) return;
  hooks.signal.throwIfAborted();
  const scratch = await installers.folder();
  const userId = build.userIds.take();
  try {
    const made = await installers.give(join(scratch, 'library'));
    const run = await build.sandbox.start(userId, {
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
        ...build.folders.settings,
        { source: folder, target: ARCHIVES_FOLDER },
        ...r.folders.map((own) => ({ source: own, target: own })),
      ],
      reads: r.folders,
      limits: LIMITS,
      input: '',
    });
    const { errorOutput, end } = await followInstall(run, hooks, {
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
        end.isOutOfMemory ? 'The installation exceeded its memory limit.' : errorOutput.trim() || 'R stopped without any output.',
      );
    await rename(made, target);
  } finally {
    build.userIds.release(userId);
    await installers.discard(scratch);
  }
}
