/** A file or folder of this machine at `target` inside. */
export interface Bind {
  readonly source: string;
  readonly target: string;
  /** For installers' own folders. Left out: it is read only. */
  readonly isWritable?: boolean;
}

/** Where a run's own folders come from: made on its stage, or by bubblewrap, which cannot bound the number of files. */
type Scratch = { readonly kind: 'stage'; readonly folder: string } | { readonly kind: 'plain'; readonly bytes: number };

/** How the top folders of this machine look: Debian's `/bin` leads to `usr/bin`, others have a folder there. */
export interface SystemFolder {
  readonly path: string;
  /** Null: a folder of its own. */
  readonly linkTo: string | null;
}

export const WORK_FOLDER = '/work';
/** Descriptors that the runner hands over. */
const FILTER_DESCRIPTOR = 5;
const STATUS_DESCRIPTOR = 6;
/** Bubblewrap reads these arguments from it, so that no run sees them in the list of processes. */
export const SETUP_DESCRIPTOR = 7;

/** What programs and libraries look up below /etc, where it exists; nothing about this machine's people or secrets. */
const SYSTEM_SETTINGS = ['alternatives', 'fonts', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime', 'matplotlibrc', 'mime.types'];
const INSIDE_ID = '1000';

const APART = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
  '--uid',
  INSIDE_ID,
  '--gid',
  INSIDE_ID,
  '--hostname',
  'lesson',
];
const DEVICES = ['--proc', '/proc', '--dev', '/dev'];
/** The folder of devices is a tmpfs, which could be filled without a bound. */
const SEALED_DEVICES = ['--remount-ro', '/dev'];
const SEALED = ['--chdir', WORK_FOLDER, '--remount-ro', '/', '--json-status-fd', String(STATUS_DESCRIPTOR)];
const FILTERED = ['--seccomp', String(FILTER_DESCRIPTOR)];
/** Inside the sandbox's own user name space: to mount, and to give these very rights up for good. */
const RIGHTS_OF_A_SLOT = ['--cap-add', 'CAP_SYS_ADMIN', '--cap-add', 'CAP_SETPCAP'];

/**
 * The sandbox as arguments of bubblewrap: every name space apart, no capability, system folders read only, three folders
 * that can be written, and nothing else. Each argument stands by itself; nothing passes through a shell.
 */
export function bubblewrapArguments(options: {
  systemFolders: readonly SystemFolder[];
  binds: readonly Bind[];
  scratch: Scratch;
  /** Folders of this machine that must not show although they lie below a system folder. */
  hidden: readonly string[];
  /** The command makes the runs' own sandboxes inside, and filters their system calls itself. */
  isSlot: boolean;
}): string[] {
  return [
    ...APART,
    ...readOnly('/usr'),
    ...options.systemFolders.flatMap(({ path, linkTo }) => (linkTo === null ? readOnly(path) : ['--symlink', linkTo, path])),
    ...SYSTEM_SETTINGS.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ...options.hidden.filter((folder) => folder.startsWith('/usr/')).flatMap((folder) => ['--tmpfs', folder]),
    ...DEVICES,
    ...scratchArguments(options.scratch),
    ...SEALED_DEVICES,
    ...options.binds.flatMap(({ source, target, isWritable }) => (isWritable ? ['--bind', source, target] : readOnly(source, target))),
    ...SEALED,
    ...(options.isSlot ? RIGHTS_OF_A_SLOT : FILTERED),
  ];
}

function readOnly(source: string, target = source): string[] {
  return ['--ro-bind', source, target];
}

function scratchArguments(scratch: Scratch): string[] {
  const folders = { '/dev/shm': 'shm', '/tmp': 'tmp', [WORK_FOLDER]: 'work' };
  return Object.entries(folders).flatMap(([target, name]) =>
    scratch.kind === 'stage' ? ['--bind', `${scratch.folder}/${name}`, target] : ['--size', String(scratch.bytes), '--tmpfs', target],
  );
}
