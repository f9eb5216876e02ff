import { useEffect, useState } from 'react';
import type { ScreenSession } from '../screen-fields.ts';

/** How long after a key the text follows, in milliseconds. */
const FOLLOW_MS = 300;

/** The definitions of a screen's values as they are typed, after a pause. */
export function useValuesText(session: ScreenSession): string {
  const [text, setText] = useState(() => session.read('values'));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setText(session.read('values')), FOLLOW_MS);
    };
    const stop = session.watch(follow);
    follow();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session]);
  return text;
}
