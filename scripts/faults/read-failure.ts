import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A test that fails. */
export interface Failure {
  readonly file: string;
  /** Empty: the whole file could not be run. */
  readonly name: string;
  /** The beginning of its words. */
  readonly says: string;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const SAID_CHARACTERS = 200;

/** The first failed test in Vitest's JSON; null: there is none, or no report. */
export function firstFailure(path: string, folder: string): Failure | null {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return null;
  }
  for (const { name, status, message, assertionResults } of report.testResults) {
    if (status !== 'failed') continue;
    const test = assertionResults.find((each) => each.status === 'failed');
    const says = (test?.failureMessages[0] ?? message).split('\n', 1)[0] ?? '';
    return { file: relative(folder, name), name: test?.fullName ?? '', says: says.slice(0, SAID_CHARACTERS) };
  }
  return null;
}
