import { statSync, watch, type FSWatcher } from 'node:fs';

/** Editors write a file in several steps, followed by formatters. */
const SETTLE_MS = 60;

/** Whether a running program reads the file: not a test, and not an editor's temporary file. */
export function isSource(name: string): boolean {
  return /\.(ts|py|R|sh|sql|json)$/.test(name) && !/(^|\/)(\.|__pycache__\/|tests\/)|\.test\.ts$/.test(name);
}

/** Calls `onChange` when files below these paths have changed, once for simultaneous changes. */
export function watchFiles(paths: readonly string[], onChange: () => void): { close: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  };
  const watchers: FSWatcher[] = paths.map((path) =>
    watch(path, { recursive: statSync(path).isDirectory() }, (_, name) => {
      if (name !== null && isSource(name)) changed();
    }),
  );
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
