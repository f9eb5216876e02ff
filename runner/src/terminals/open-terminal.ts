import { stat } from 'node:fs/promises';
import type { TerminalRequest } from '#platform/contract/runner-protocol.ts';
import { shellBinds } from '../cli/shell-binds.ts';
import type { RuntimeDeps } from '../language-runtime.ts';
import { folderBinds, sortFiles } from '../lesson-files.ts';
import type { PreparedPython } from '../python/prepare-python.ts';
import type { SpareProcess } from './spare-process.ts';
import { TerminalProcess, type TerminalBounds } from './terminal-process.ts';
import type { StartProcess } from './terminal.ts';

/** Files up to this total fit next to what a user writes. */
const SMALL_FILES_BYTES = 8 * 1024 * 1024;

/**
 * Returns a function that starts the process of a terminal: its sandbox with the lesson's files, then the setup scripts and the
 * shell.
 */
export function processOf(deps: RuntimeDeps, python: PreparedPython, spare: SpareProcess, request: TerminalRequest): StartProcess {
  const { blobs, environments } = deps;
  const release = blobs.hold(request.files.map(({ sha256 }) => sha256));
  const start: StartProcess = async (onPreparing, signal) => {
    const lesson = await sortFiles(blobs, request.files);
    const files = lesson.files.map(({ name, sha256 }) => ({ name, path: blobs.path(sha256) }));
    const folders = folderBinds(blobs, lesson);
    const { environment } = request;
    const packages = environment && (await environments.get(environment, onPreparing, signal)).folder;
    const { memory_bytes, disk_bytes, files: maxFiles, processes } = request.limits;
    const bounds: TerminalBounds = { memory_bytes, disk_bytes, files: maxFiles, processes };
    const bytes = await sizeOf(files.map(({ path }) => path));
    const isPlain = packages === null && folders.length === 0 && bytes <= SMALL_FILES_BYTES;
    const larger = { ...bounds, disk_bytes: disk_bytes + bytes, files: maxFiles + files.length };
    const process = await (isPlain
      ? spare.take(bounds)
      : TerminalProcess.start(deps, python, larger, [...shellBinds(packages), ...folders]));
    for (const { name, path } of files) await process.addFile(name, path);
    process.begin({ ...request, limits: { ...request.limits, disk_bytes: isPlain ? disk_bytes : larger.disk_bytes } });
    void spare.prepare(bounds);
    return process;
  };
  return (onPreparing, signal) => start(onPreparing, signal).finally(release);
}

async function sizeOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
