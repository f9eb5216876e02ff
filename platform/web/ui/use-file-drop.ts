import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Handles a file dropped onto an element, the first of several; returns whether one is being dragged over it. */
export function useFileDrop(place: RefObject<HTMLElement | null>, isDisabled: boolean, onFile: (file: File) => void): boolean {
  return useFilesDrop(place, isDisabled, ([file]) => file && onFile(file));
}

/**
 * Handles files dropped onto an element; returns whether some are being dragged over it.
 * @param onFolders Takes everything that is dropped if a folder is. Omitted: folders are ignored.
 */
export function useFilesDrop(
  place: RefObject<HTMLElement | null>,
  isDisabled: boolean,
  onFiles: (files: readonly File[]) => void,
  onFolders?: (entries: readonly FileSystemEntry[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((dropped: DataTransfer | null) => {
    const files = [...(dropped?.files ?? [])];
    // The browser forgets them after the event.
    const entries = [...(dropped?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    if (onFolders && entries.some(({ isDirectory }) => isDirectory)) onFolders(entries);
    else if (files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const element = place.current;
    if (element === null || isDisabled) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const hold = (event: DragEvent) => {
      // Otherwise the browser would open the file.
      event.preventDefault();
      setOver(true);
    };
    element.addEventListener('dragover', hold, options);
    element.addEventListener('dragleave', () => setOver(false), options);
    element.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer);
      },
      options,
    );
    return () => listening.abort();
  }, [place, isDisabled]);
  return isOver;
}
