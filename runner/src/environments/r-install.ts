import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { InstalledR } from '#runner/r/find-r.ts';
import type { BuildGround } from './build-ground.ts';
import type { BuildHooks } from './environment-kind.ts';
import { followInstall } from './follow-install.ts';
import type { RArchive } from './r-archive.ts';
import { InstallError, PROGRAM_PATH, runInstaller } from './run-installer.ts';

const ARCHIVES_FOLDER = '/opt/lessonwright/archives';
const LIBRARY = '/work/library';
const LIMIT_MS = 45 * 60_000;
const LIMITS = { memory_bytes: 2 * 2 ** 30, disk_bytes: 2 * 2 ** 30, files: 200_000, processes: 256 };
/** Each in its turn, then all of them as an archive to descriptor 4. */
const SCRIPT = `
r=$1 library=$2; shift 2
mkdir "$library" || exit
for archive; do "$r" CMD INSTALL --no-multiarch --library="$library" "$archive" 2>&1 4>&- || exit; done
exec tar --create --directory "$library" --file - . >&4
`;

/**
 * Installs sources into a folder. A package may run what it likes when it is installed, so that is done in a sandbox without a
 * network, and only the files come out of it.
 *
 * @throws InstallError with R's own words.
 */
export async function installArchives(
  given: {
    equipment: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>;
    r: InstalledR;
    archives: readonly RArchive[];
    folder: string;
    target: string;
  },
  hooks: BuildHooks,
): Promise<void> {
  const { equipment, r, archives, folder, target } = given;
  await mkdir(target, { recursive: true, mode: 0o755 });
  if (archives.length === 0) return;
  hooks.signal.throwIfAborted();
  const userId = equipment.userIds.take();
  try {
    const run = await equipment.sandbox.start(userId, {
      command: ['/bin/sh', '-c', SCRIPT, 'sh', r.path, LIBRARY, ...archives.map(({ path }) => `${ARCHIVES_FOLDER}/${basename(path)}`)],
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
    const { said, end } = await followInstall(run, hooks, LIMIT_MS, (report) => unpack(report, target));
    if (end.exitCode !== 0)
      throw new InstallError(
        end.isOutOfMemory ? 'The installation used more memory than it may.' : said.trim() || 'R ended without a word.',
      );
    await cleanUp(target, hooks);
  } finally {
    equipment.userIds.release(userId);
  }
}

/** GNU tar writes nothing outside the folder, whatever names and links an archive has. */
async function unpack(stream: NodeJS.ReadableStream, target: string): Promise<void> {
  const words = ['--extract', '--no-same-owner', '--no-same-permissions', '--directory', target, '--file', '-'];
  const tar = spawn('tar', words, { stdio: ['pipe', 'ignore', 'ignore'], env: { PATH: PROGRAM_PATH } });
  const ended = once(tar, 'exit');
  // What ended too early says so by the sandbox's own end.
  await pipeline(stream, tar.stdin).catch(() => undefined);
  await ended;
}

/** Files, folders and links alone, with no rights but to be read. */
async function cleanUp(target: string, hooks: BuildHooks): Promise<void> {
  await runInstaller({ command: ['find', target, '!', '-type', 'f', '!', '-type', 'd', '!', '-type', 'l', '-delete'], ...hooks });
  await runInstaller({ command: ['chmod', '-R', 'u+rwX,go+rX,go-w,ug-s', target], ...hooks });
}
