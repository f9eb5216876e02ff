import { useEffect, useEffectEvent, useState } from 'react';

/** The current screen, counted from 1; one past the last is the end view. Stored in the address so that Back works. */
export function useScreenNumber(last: number, onNext: () => void): [number, (number: number) => void] {
  const [number, setNumber] = useState(() => screenFromHash(location.hash, last));
  useEffect(() => {
    const follow = () => setNumber(screenFromHash(location.hash, last));
    globalThis.addEventListener('hashchange', follow);
    return () => globalThis.removeEventListener('hashchange', follow);
  }, [last]);
  const go = (next: number) => {
    if (next < 1 || next > last) return;
    location.hash = String(next);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event.target)) return;
    event.preventDefault();
    if (step === 1) onNext();
    else go(number - 1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return [number, go];
}

function screenFromHash(hash: string, last: number): number {
  const number = Number(hash.slice(1));
  return Number.isInteger(number) && number >= 1 && number <= last ? number : 1;
}

/** Where arrow keys move the cursor or select an option. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable="true"], [data-own-keys=""], pre') !== null;
}
