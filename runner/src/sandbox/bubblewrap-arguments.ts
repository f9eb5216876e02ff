/** A file or folder of the host, mounted at `target` inside. */
export interface Bind {
  readonly source: string;
  readonly target: string;
  /** For the installers' own folders. Read-only if omitted. */
  readonly isWritable?: boolean;
}

/** Where a run's writable folders come from: mounted on its stage, or made by bubblewrap, which can't limit the number of files. */
type Scratch = { readonly kind: 'stage'; readonly folder: string } | { readonly kind: 'plain'; readonly bytes: number };

/** How the host's top-level folders look: Debian's `/bin` links to `usr/bin`, others have a folder there. */
export interface SystemFolder {
  readonly path: string;
  /** Null: a real folder. */
  readonly linkTo: string | null;
}

export const WORK_FOLDER = '/work';
/** Descriptor that the runner passes in. */
const FILTER_DESCRIPTOR = 5;
/** Bubblewrap reads its arguments from it, so that runs don't see them in the process list. */
export const SETUP_DESCRIPTOR = 7;

/** What programs and libraries look up below /etc, if it exists; nothing about users or secrets of the host. */
const SYSTEM_SETTINGS = [
  'alternatives',
  'fonts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'manpath.config',
  'matplotlibrc',
  'mime.types',
  // Debian links R's settings to this folder.
  'R',
];
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
/** The device folder is a tmpfs, which could otherwise be filled without limit. */
const SEALED_DEVICES = ['--remount-ro', '/dev'];
const SEALED = ['--chdir', WORK_FOLDER, '--remount-ro', '/'];
const FILTERED = ['--seccomp', String(FILTER_DESCRIPTOR)];
/** Capabilities in the sandbox's own user namespace: to mount, and to drop these very rights. */
const RIGHTS_OF_A_SLOT = ['--cap-add', 'CAP_SYS_ADMIN', '--cap-add', 'CAP_SETPCAP'];

/**
 * Bubblewrap arguments of the sandbox: every namespace unshared, no capabilities, read-only system folders, three writable
 * folders, nothing else. Each argument is separate; nothing passes through a shell.
 */
export function bubblewrapArguments(options: {
  systemFolders: readonly SystemFolder[];
  binds: readonly Bind[];
  scratch: Scratch;
  /** Host folders that must stay invisible although they are below a system folder. */
  hidden: readonly string[];
  /** The command creates the runs' sandboxes itself and filters their system calls. */
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
