import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#testing/real-server.ts';
import { StartedProgram } from '../product.ts';
import type { Cell } from './notebooks.ts';
import { pythonPeer } from './peer-folder.ts';
import { environmentOf } from './python-process.ts';
import { findPython } from './python.ts';

const VERSION_URL = '/api';

/** JupyterLab with a folder of documents, open to everybody on this machine. */
export class JupyterLab implements AsyncDisposable {
  readonly url: string;
  readonly version: string;
  readonly pid: number;
  readonly #program: StartedProgram;
  readonly #home: string;

  private constructor(program: StartedProgram, { url, home, version }: { url: string; home: string; version: string }) {
    this.#program = program;
    this.pid = program.pid;
    this.url = url;
    this.#home = home;
    this.version = version;
  }

  /** Returns once it replies. */
  static async start(documents: Readonly<Record<string, string>> = {}): Promise<JupyterLab> {
    const folder = await pythonPeer('jupyter', await findPython());
    const home = await mkdtemp(join(tmpdir(), 'lessonwright-jupyterlab-'));
    for (const [name, text] of Object.entries(documents)) await writeFile(join(home, name), text);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = [
      '--no-browser',
      '--allow-root',
      '--IdentityProvider.token=',
      `--ServerApp.port=${port}`,
      '--ServerApp.port_retries=0',
    ];
    const command = [join(folder, 'bin/jupyter-lab'), ...settings, `--ServerApp.root_dir=${home}`];
    const program = await StartedProgram.start(command, url + VERSION_URL, environmentOf(folder, home));
    const version = await JupyterLab.installedVersion();
    return new JupyterLab(program, { url, home, version });
  }

  static async installedVersion(): Promise<string> {
    const folder = await pythonPeer('jupyter', await findPython());
    return (await promisify(execFile)(join(folder, 'bin/jupyter-lab'), ['--version'])).stdout.trim();
  }

  /** Address of a document. Each has the layout of a new workspace, which doesn't restore what was open. */
  address(name: string): string {
    return `${this.url}/lab/tree/${name}?reset`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program[Symbol.asyncDispose]();
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A notebook as it is stored. */
export function notebookText(cells: readonly Cell[]): string {
  return JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
    cells: cells.map(({ type, source }, index) => ({
      id: `cell-${index}`,
      cell_type: type,
      metadata: {},
      source,
      ...(type === 'code' ? { execution_count: null, outputs: [] } : {}),
    })),
  });
}
