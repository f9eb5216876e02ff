import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FRAME_PAINTED } from '../../contract/applications.ts';
import classes from './applications.module.css';

/** Everything except navigating this page away. Scripts may reach their own origin, which is not ours. */
const ALLOWED = ['scripts', 'same-origin', 'forms', 'popups', 'modals', 'downloads'].map((what) => `allow-${what}`).join(' ');
/** Milliseconds after which a loaded page is shown even if it never reports that it is ready. */
const UNPAINTED_MS = 10_000;

interface ForeignFrameProps {
  title: string;
  url: string;
  /** Shown until the page is ready. */
  waiting: string;
}

/**
 * A frame for foreign code. It has its own origin (features/runs/server/applications/listener.ts), so it has no access to this page and
 * cannot navigate it away.
 */
export function ForeignFrame({ title, url, waiting }: ForeignFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent): void => {
      if (data === FRAME_PAINTED && source !== null && source === frame.current?.contentWindow) setPainted(true);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (!isLoaded) return undefined;
    const timer = setTimeout(() => setPainted(true), UNPAINTED_MS);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  return (
    <div className={classes.stage}>
      {!isPainted && (
        <div className={`${classes.waiting} ${classes.curtain}`} role="status">
          <Loader size="sm" aria-hidden />
          {waiting}
        </div>
      )}
      <iframe
        ref={frame}
        className={classes.frame}
        title={title}
        src={url}
        sandbox={ALLOWED}
        allow="clipboard-write; fullscreen"
        referrerPolicy="origin"
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}
