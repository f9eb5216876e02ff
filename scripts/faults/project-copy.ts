import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { applyFault } from './apply-fault.ts';
import type { Fault } from './fault.ts';

/** A copy of the project to make mistakes in, with the project's own packages. */
export class ProjectCopy {
  readonly folder: string;

  /** @param commit null: the current files, including uncommitted changes */
  constructor(commit: string | null) {
    // Sandbox users must be able to reach the programs.
    this.folder = mkdtempSync(join(tmpdir(), 'lessonwright-faults-'));
    chmodSync(this.folder, 0o755);
    try {
      if (commit === null) this.#copyFiles();
      else execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, this.folder]);
      symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'));
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  has(file: string): boolean {
    return existsSync(join(this.folder, file));
  }

  /** @throws Error if the fault doesn't apply */
  put(fault: Fault): void {
    const path = join(this.folder, fault.file);
    writeFileSync(path, applyFault(readFileSync(path, 'utf8'), fault));
  }

  /** @param text the original file */
  restore(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #copyFiles(): void {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
    for (const file of listed.split('\0')) {
      if (file === '' || !existsSync(file)) continue;
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      copyFileSync(file, join(this.folder, file));
    }
  }
}
