import { fdatasyncSync, fstatSync, fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

// The embedded PostgreSQL comes with fsync switched off, and the file system under it answers every fsync with "done"
// without doing it: after a power cut, acknowledged transactions are gone. Here both are mended, so that PostgreSQL's
// own discipline holds: the log is on disk before a commit is acknowledged, the pages before a checkpoint says so.

/** How to start PGlite on a {@link DurableFileSystem}. */
export const DURABLE_START_PARAMS: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  // fdatasync, the default, is answered inside the WebAssembly build and never arrives here; fsync does.
  '-c',
  'wal_sync_method=fsync',
];

/** The parts of Emscripten's file system over Node's that are used here. */
interface EmscriptenModule {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { readonly nfd: number; readonly path: string }) => number };
    /** Turns an error of Node into the error number that the C code reads. */
    tryFSOperation(operation: () => void): void;
  };
}

type InitArguments = Parameters<NodeFS['init']>;
type InitResult = Awaited<ReturnType<NodeFS['init']>>;

/** A folder of the real file system for PGlite, on which an fsync of PostgreSQL is an fsync of the disk. */
export class DurableFileSystem extends NodeFS {
  override async init(...[database, options]: InitArguments): Promise<InitResult> {
    const { emscriptenOpts } = await super.init(database, options);
    const hook = (module: unknown) => this.#passFsyncOn(module as EmscriptenModule);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
  }

  /** Returns once the file or folder is on disk. A failure reaches PostgreSQL, which then stops instead of going on. */
  protected flush(descriptor: number, _path: string): void {
    if (fstatSync(descriptor).isDirectory()) fsyncSync(descriptor);
    else fdatasyncSync(descriptor);
  }

  #passFsyncOn({ NODEFS }: EmscriptenModule): void {
    NODEFS.stream_ops.fsync = (stream) => {
      NODEFS.tryFSOperation(() => this.flush(stream.nfd, stream.path));
      return 0;
    };
  }
}
