import { RUN_SOURCES, type RunSource } from './run-source.ts';

/** What the server does not store about a run that outlives the page: which code of the screen it was. */
export interface KeptRun {
  codeRunId: string;
  source: RunSource;
  code: string;
}

const nameOf = (screenId: number): string => `lessonwright.run.${screenId}`;

/** Stores the last run of a screen in this browser. Without storage, the run is shown without its name. */
export function keepRun(screenId: number, run: KeptRun): void {
  try {
    localStorage.setItem(nameOf(screenId), JSON.stringify(run));
  } catch {
    // Private windows may have no storage.
  }
}

/** What this browser knows about a run of a screen; null: it was started elsewhere. */
export function findKeptRun(screenId: number, codeRunId: string): KeptRun | null {
  try {
    const kept = parseKeptRun(JSON.parse(localStorage.getItem(nameOf(screenId)) ?? 'null'));
    return kept?.codeRunId === codeRunId ? kept : null;
  } catch {
    return null;
  }
}

function parseKeptRun(kept: unknown): KeptRun | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { source, codeRunId, code } = kept as Record<string, unknown>;
  if (typeof source !== 'string' || !(source in RUN_SOURCES)) return null;
  if (typeof codeRunId !== 'string' || typeof code !== 'string') return null;
  return { source: source as RunSource, codeRunId, code };
}
