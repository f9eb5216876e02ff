/** Architectures whose system calls are known; other ones have no sandbox. */
export const ARCHITECTURES = ['x64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** `AUDIT_ARCH_…` of linux/audit.h, which identifies the system call table. */
export const AUDIT_ARCH: Record<Architecture, number> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

/** Calls added after `mseal` (Linux 6.10). They haven't been reviewed, so they report ENOSYS. */
export const FIRST_UNKNOWN = 463;

type Numbers = readonly [x64: number | null, arm64: number | null];

/** Calls that no lesson needs and that reach beyond the sandbox or have been used to escape one. */
const REFUSED: Record<string, Numbers> = {
  // mounts
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  // namespaces
  unshare: [272, 97],
  setns: [308, 268],
  // other processes
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  // the kernel itself
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  syslog: [103, 116],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
  nfsservctl: [180, 42],
  lookup_dcookie: [212, 18],
  vhangup: [153, 58],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  fanotify_init: [300, 262],
  // keys
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  // files by handle, bypassing folders
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // clocks and names of the host
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  // memory placement
  mbind: [237, 235],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: [450, 450],
};

/** Calls that allocate memory without mapping it. Refused where no control group counts it. */
const HIDING_MEMORY: Record<string, Numbers> = {
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  msgget: [68, 186],
};

/** Calls that are decided by their arguments. */
const JUDGED: Record<'clone' | 'clone3' | 'ioctl' | 'personality' | 'socket', Numbers> = {
  clone: [56, 220],
  clone3: [435, 435],
  ioctl: [16, 29],
  personality: [135, 92],
  socket: [41, 198],
};

/** Returns the numbers of calls that are always refused. */
export function refusedCalls(architecture: Architecture): number[] {
  return Object.values(REFUSED).flatMap((numbers) => numberOf(numbers, architecture) ?? []);
}

/** Returns the numbers of calls by which a process holds memory that it hasn't mapped. */
export function memoryHidingCalls(architecture: Architecture): number[] {
  return Object.values(HIDING_MEMORY).flatMap((numbers) => numberOf(numbers, architecture) ?? []);
}

/** Returns the number of a call that is decided by its arguments. */
export function judgedCall(name: keyof typeof JUDGED, architecture: Architecture): number {
  const number = numberOf(JUDGED[name], architecture);
  if (number === null) throw new Error(`${name} has no number on ${architecture}.`);
  return number;
}

function numberOf([x64, arm64]: Numbers, architecture: Architecture): number | null {
  return architecture === 'x64' ? x64 : arm64;
}
