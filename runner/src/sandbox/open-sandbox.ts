import { access, constants, lstat, mkdir, readlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { arch } from 'node:process';
import { assemble } from './bpf.ts';
import type { SystemFolder } from './bubblewrap-arguments.ts';
import { findMemoryGroups } from './memory-groups.ts';
import { probe } from './probe.ts';
import { ENTER_PATH, Sandbox, isRoot, type SandboxSettings } from './sandbox.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { ARCHITECTURES } from './syscalls.ts';

type SandboxState = { readonly ok: true; readonly sandbox: Sandbox } | { readonly ok: false; readonly reason: string };

const ROOT_STAGE = '/run/lessonwright-sandbox';
const TOP_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Finds the strictest kind of sandbox that works here by trying each; explains why there is none. */
export async function openSandbox(settings: SandboxSettings): Promise<SandboxState> {
  const architecture = ARCHITECTURES.find((name) => name === arch);
  if (!architecture) return { ok: false, reason: `The sandbox does not support this processor (${arch}); it needs x64 or arm64.` };
  const bubblewrap = await findProgram(settings.bubblewrap);
  if (!bubblewrap) {
    return {
      ok: false,
      reason: 'bubblewrap, which creates the sandbox, is not installed. Install it with "apt install bubblewrap" and start again.',
    };
  }
  const filterFiles = { none: join(settings.folder, 'seccomp.bpf'), loopback: join(settings.folder, 'seccomp-loopback.bpf') };
  const systemFolders = await findSystemFolders();
  const groups = await findMemoryGroups(settings.memoryBytes);
  const common = { settings: { ...settings, bubblewrap }, systemFolders, groups, filterFiles };
  let reason = '';
  for (const entry of isRoot() ? (['root', 'plain'] as const) : (['user', 'plain'] as const)) {
    const stage = entry === 'root' ? ROOT_STAGE : join(settings.folder, 'stage');
    if (entry !== 'plain') await mkdir(stage, { recursive: true, mode: 0o711 }).catch(() => undefined);
    const countsMemory = entry !== 'plain' && groups !== null;
    for (const sockets of ['none', 'loopback'] as const)
      await writeFile(filterFiles[sockets], assemble(seccompFilter(architecture, sockets, countsMemory)));
    const sandbox = new Sandbox({ ...common, entry, stage });
    const problem = await probe(sandbox, settings.folder);
    if (problem === null) return { ok: true, sandbox };
    reason ||= problem;
  }
  return { ok: false, reason };
}

async function findProgram(name: string): Promise<string | null> {
  const candidates = name.includes('/') ? [resolve(name)] : ENTER_PATH.split(':').map((folder) => join(folder, name));
  for (const candidate of candidates) {
    if (
      await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return candidate;
  }
  return null;
}

/** Returns the host's top-level folders that contain programs. */
export async function findSystemFolders(): Promise<SystemFolder[]> {
  const found = await Promise.all(TOP_FOLDERS.map(describeFolder));
  return found.filter((folder) => folder !== null);
}

async function describeFolder(path: string): Promise<SystemFolder | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  return { path, linkTo: stats.isSymbolicLink() ? await readlink(path) : null };
}
