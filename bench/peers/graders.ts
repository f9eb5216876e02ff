import { z } from 'zod';
import type { TimedWork } from '../measure.ts';
import { pythonPeer } from './peer-folder.ts';
import { PythonProcess } from './python-process.ts';
import { findPython } from './python.ts';

/** A tool that grades a submission of one answer, `total = 2 + 3`, with one test, `assert total == 5`. */
export class Grader implements AsyncDisposable {
  readonly version: string;
  readonly #process: PythonProcess;

  private constructor(process: PythonProcess, version: string) {
    this.#process = process;
    this.version = version;
  }

  static async open(name: 'otter' | 'nbgrader'): Promise<Grader> {
    const process = await PythonProcess.start(await pythonPeer(name, await findPython()), `${name}_grade.py`);
    return new Grader(process, z.string().parse(await process.ask('version')));
  }

  readonly grade: TimedWork = () => this.#process.time('grade');

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}
