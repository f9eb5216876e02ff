import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Handles a file dropped onto an element, the first of several; returns whether one is being dragged over it. */
export function useFileDrop(place: RefObject<HTMLElement | null>, isDisabled: boolean, onFile: (file: File) => void): boolean {
  return useFilesDrop(place, isDisabled, ([file]) => file && onFile(file));
}

/** Handles files dropped onto an element; returns whether some are being dragged over it. */
export function useFilesDrop(
  place: RefObject<HTMLElement | null>,
  isDisabled: boolean,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
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
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) take(files);
      },
      options,
    );
    return () => listening.abort();
  }, [place, isDisabled]);
  return isOver;
}
