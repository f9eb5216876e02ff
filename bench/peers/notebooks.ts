import { z } from 'zod';
import type { TimedWork } from '../measure.ts';
import { pythonPeer } from './peer-folder.ts';
import { PythonProcess } from './python-process.ts';
import { findPython } from './python.ts';

const Versions = z.object({ nbclient: z.string(), papermill: z.string(), nbconvert: z.string(), jupyterlab: z.string() });
type Versions = z.infer<typeof Versions>;

/** A cell of a notebook. */
export interface Cell {
  readonly type: 'code' | 'markdown';
  readonly source: string;
}

type Tool = 'nbclient' | 'papermill' | 'nbconvert html' | 'nbconvert script';

/** Jupyter's tools in a process that has imported them. */
export class Notebooks implements AsyncDisposable {
  readonly versions: Versions;
  readonly #process: PythonProcess;

  private constructor(process: PythonProcess, versions: Versions) {
    this.#process = process;
    this.versions = versions;
  }

  static async open(): Promise<Notebooks> {
    const process = await PythonProcess.start(await pythonPeer('jupyter', await findPython()), 'notebooks.py');
    return new Notebooks(process, Versions.parse(await process.ask('versions')));
  }

  /** Uses a tool on a notebook with these cells. */
  use(tool: Tool, cells: readonly Cell[]): TimedWork {
    return () => this.#process.time({ tool, cells });
  }

  /** Executes one cell in a new kernel. */
  execute(tool: 'nbclient' | 'papermill', code: string): TimedWork {
    return this.use(tool, [{ type: 'code', source: code }]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}
