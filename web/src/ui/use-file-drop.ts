import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Takes a file that is dropped onto an element, the first of many; true while one is held over it. */
export function useFileDrop(place: RefObject<HTMLElement | null>, isDisabled: boolean, onFile: (file: File) => void): boolean {
  return useFilesDrop(place, isDisabled, ([file]) => file && onFile(file));
}

/** Takes files that are dropped onto an element; true while some are held over it. */
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
      // Without this the browser would open the file in the place of the page.
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
