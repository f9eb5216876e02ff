import { chmodSync } from 'node:fs';
import { makeRRepository } from './r-repository.ts';
import { sharedFolder } from './shared-folder.ts';
import { startTestRunner, type TestRunner } from './test-runner.ts';

interface PackageRunner {
  readonly runner: TestRunner;
  /** The folder from which its Python packages come. */
  readonly index: string;
}

/** testing/package-index.ts */
type MakeIndex = (parent: string) => { readonly folder: string };

let shared: Promise<PackageRunner> | null = null;

/** A runner with package sources of its own, shared by the test files of this process: its tools are installed once. It is never closed. */
export function packageRunner(makeIndex: MakeIndex): Promise<PackageRunner> {
  shared ??= start(makeIndex);
  return shared;
}

async function start(makeIndex: MakeIndex): Promise<PackageRunner> {
  const index = makeIndex(sharedFolder()).folder;
  const cran = makeRRepository(sharedFolder());
  chmodSync(cran, 0o755);
  const env = { LESSONWRIGHT_RUNNER_PYPI: index, LESSONWRIGHT_RUNNER_CRAN: `file://${cran}/` };
  return { runner: await startTestRunner({ env, isShared: true }), index };
}
