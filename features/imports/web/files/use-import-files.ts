import { useEffect, useRef, useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { isAbort, type OperationState } from '#platform/web/operation.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { sendFile, useRefreshLists, type ImportOptions } from './api.ts';
import { isImportable, itemsToRead, itemsToSend, suggestNumbers, type ImportItem, type ItemState } from './import-items.ts';
import { MESSAGES } from './messages.ts';

const IDLE = { isRunning: false, isStopping: false, startedAt: 0, progress: { doing: '', done: 0, total: null as number | null } };

/** The files of the dialog: the server reads each as it is added; the import runs one after another. */
export function useImportFiles(knownNumbers: readonly number[], chosen: ImportOptions) {
  const [items, setItems] = useState<readonly ImportItem[]>([]);
  const [running, setRunning] = useState(IDLE);
  const sending = useRef<AbortController | null>(null);
  const refresh = useRefreshLists();
  // Reading a file stops when it is removed or the dialog closes.
  const reading = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const [readers, sender] = [reading.current, sending];
    return () => {
      for (const aborting of readers.values()) aborting.abort();
      sender.current?.abort();
    };
  }, []);

  const change = (id: string, changes: Partial<ImportItem>) =>
    setItems((known) => known.map((item) => (item.id === id ? { ...item, ...changes } : item)));
  const setState = (id: string, state: ItemState) => change(id, { state });

  const read = async ({ id, file }: ImportItem, options: ImportOptions) => {
    const aborting = new AbortController();
    reading.current.get(id)?.abort();
    reading.current.set(id, aborting);
    try {
      const given = { ...options, releaseId: null, title: '', sequence: 0, dryRun: true } as const;
      const { report } = await sendFile({ file, ...given }, { signal: aborting.signal });
      setItems((known) =>
        known.map((item) => (item.id === id ? { ...item, title: item.title || report.title, state: { is: 'ready', report } } : item)),
      );
    } catch (error) {
      if (!isAbort(error)) setState(id, { is: 'refused', error: errorText(error, MESSAGES.readFailed) });
    } finally {
      if (reading.current.get(id) === aborting) reading.current.delete(id);
    }
  };

  /** Reads the files with other options that change what they become. */
  const readAgain = (options: ImportOptions) => {
    for (const item of itemsToRead(items)) {
      setState(item.id, { is: 'reading' });
      void read(item, options);
    }
  };

  const add = (files: readonly File[]) => {
    const numbers = suggestNumbers(knownNumbers, items, files.length);
    const added = files.map((file, index): ImportItem => {
      const state: ItemState = isImportable(file.name) ? { is: 'reading' } : { is: 'refused', error: MESSAGES.wrongKind };
      return { id: newUuid(), file, number: numbers[index] ?? '', title: '', state };
    });
    setItems((known) => [...known, ...added]);
    for (const item of added) if (item.state.is === 'reading') void read(item, chosen);
  };

  const remove = (id: string) => {
    reading.current.get(id)?.abort();
    setItems((known) => known.filter((item) => item.id !== id));
  };

  const send = async (
    item: ImportItem,
    options: ImportOptions,
    reportProgress: (sent: number, total: number) => void,
    signal: AbortSignal,
  ) => {
    if (item.state.is !== 'ready' && item.state.is !== 'failed') return;
    const { report } = item.state;
    setState(item.id, { is: 'sending', report });
    try {
      // Use the file's title, so that its first heading is not repeated.
      const title = item.title.trim() === report.title ? '' : item.title.trim();
      const given = { file: item.file, sequence: Number(item.number), title, dryRun: false, ...options };
      const reply = await sendFile(given, { signal, onProgress: reportProgress });
      setState(item.id, { is: 'done', report: reply.report, lessonId: reply.lesson_id ?? 0 });
    } catch (error) {
      setState(item.id, { is: 'failed', report, error: isAbort(error) ? MESSAGES.stopped : errorText(error, MESSAGES.importFailed) });
    }
  };

  const start = async (options: ImportOptions) => {
    const waiting = itemsToSend(items);
    const aborting = new AbortController();
    sending.current = aborting;
    setRunning({ ...IDLE, isRunning: true, startedAt: Date.now() });
    for (const [index, item] of waiting.entries()) {
      if (aborting.signal.aborted) break;
      const doing = `Importing ${item.file.name}`;
      const reportProgress = (sent: number, total: number) =>
        setRunning((known) => ({
          ...known,
          progress: { doing, done: Math.round(100 * (index + sent / total)), total: 100 * waiting.length },
        }));
      reportProgress(0, 1);
      await send(item, options, reportProgress, aborting.signal);
    }
    setRunning(IDLE);
    refresh();
  };

  const stop = () => {
    setRunning((known) => ({ ...known, isStopping: true }));
    sending.current?.abort();
  };
  const operation: OperationState = { ...running, stop };
  return { items, operation, add, remove, change, readAgain, start: (options: ImportOptions) => void start(options) };
}
