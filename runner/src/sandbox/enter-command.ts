import { resolve } from 'node:path';

/**
 * How a run comes into its sandbox.
 *
 * - `root`: lays its stage in a mount name space of its own, then drops to the slot's user, then bubblewrap.
 * - `user`: the same inside a user name space, so that an ordinary user may mount.
 * - `plain`: bubblewrap alone, where neither is allowed. The number of files is then not bounded by itself.
 */
export type Entry = 'root' | 'user' | 'plain';

const ENTER_SCRIPT = resolve(import.meta.dirname, 'enter.sh');
const OWN_MOUNTS = ['--mount', '--propagation', 'private', '--'];

/** The command that lays the stage (enter.sh) and goes on as `inside`, all in one process. */
export function enterCommand(
  options: {
    entry: Entry;
    stage: string;
    /** Of the slot; as root. */
    userId: number;
    limits: { disk_bytes: number; files: number };
    /** Of the control group; empty: there is none. */
    processesFile: string;
    /** Folders that are laid on the stage. */
    reads: readonly string[];
  },
  inside: readonly string[],
): string[] {
  const { entry, stage, limits, processesFile } = options;
  if (entry === 'plain') return [...inside];
  const id = String(options.userId);
  const owner = entry === 'root' ? id : '0';
  const folders = options.reads.flatMap((folder, index) => [folder, nameOnStage(index)]);
  const lay = ['sh', ENTER_SCRIPT, stage, String(limits.disk_bytes), String(limits.files), owner, processesFile, ...folders, '--'];
  const drop = ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--'];
  return entry === 'root'
    ? ['unshare', ...OWN_MOUNTS, ...lay, ...drop, ...inside]
    : ['unshare', '--user', '--map-root-user', ...OWN_MOUNTS, ...lay, ...inside];
}

/** Where bubblewrap finds a file: on the stage, when it is of one of the folders that are laid there. */
export function sourceOf(entry: Entry, stage: string, reads: readonly string[], path: string): string {
  const index = entry === 'plain' ? -1 : reads.findIndex((folder) => path === folder || path.startsWith(`${folder}/`));
  return index === -1 ? path : `${stage}/${nameOnStage(index)}${path.slice(reads[index]?.length)}`;
}

function nameOnStage(index: number): string {
  return `read-${index}`;
}
