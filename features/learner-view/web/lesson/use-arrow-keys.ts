import { useEffect, useEffectEvent } from 'react';

/** Turns screens with the arrow keys, except where they move a cursor or select an option. */
export function useArrowKeys(isOn: boolean, turn: { onNext: () => void; onPrevious: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) return;
    event.preventDefault();
    if (step === 1) turn.onNext();
    else turn.onPrevious();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], [data-own-keys=""], pre') !== null;
}
