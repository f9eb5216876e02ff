import { resolve } from 'node:path';

/**
 * How a run enters its sandbox.
 *
 * - `root`: mounts its stage in its own mount namespace, drops to the slot's user, then starts bubblewrap.
 * - `user`: the same inside a user namespace, so that an ordinary user may mount.
 * - `plain`: bubblewrap alone, where neither is allowed. The number of files is then not limited separately.
 */
export type Entry = 'root' | 'user' | 'plain';

const ENTER_SCRIPT = resolve(import.meta.dirname, 'enter.sh');
const OWN_MOUNTS = ['--mount', '--propagation', 'private', '--'];

/** The command that mounts the stage (enter.sh) and continues as `inside`, all in one process. */
export function enterCommand(
  options: {
    entry: Entry;
    stage: string;
    /** User id of the slot; as root. */
    userId: number;
    limits: { disk_bytes: number; files: number };
    /** The control group's file for process ids; empty: no control group. */
    processesFile: string;
    /** Folders that are mounted on the stage. */
    reads: readonly string[];
  },
  inside: readonly string[],
): string[] {
  const { entry, stage, limits, processesFile } = options;
  if (entry === 'plain') return [...inside];
  const id = String(options.userId);
  const owner = entry === 'root' ? id : '0';
  const folders = options.reads.flatMap((folder, index) => [folder, nameOnStage(index)]);
  const mount = ['sh', ENTER_SCRIPT, stage, String(limits.disk_bytes), String(limits.files), owner, processesFile, ...folders, '--'];
  const drop = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--'];
  return entry === 'root'
    ? ['unshare', ...OWN_MOUNTS, ...mount, ...drop, ...inside]
    : ['unshare', '--user', '--map-root-user', ...OWN_MOUNTS, ...mount, ...inside];
}

/** Where bubblewrap finds a file: on the stage, if it is in one of the folders mounted there. */
export function sourceOf(entry: Entry, stage: string, reads: readonly string[], path: string): string {
  const index = entry === 'plain' ? -1 : reads.findIndex((folder) => path === folder || path.startsWith(`${folder}/`));
  return index === -1 ? path : `${stage}/${nameOnStage(index)}${path.slice(reads[index]?.length)}`;
}

function nameOnStage(index: number): string {
  return `read-${index}`;
}
