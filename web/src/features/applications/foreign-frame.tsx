import { Loader } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { FRAME_PAINTED } from '#contract/applications.ts';
import classes from './applications.module.css';

/** All but leading this page away. That scripts may reach their own origin harms nothing: it is not ours. */
const ALLOWED = ['scripts', 'same-origin', 'forms', 'popups', 'modals', 'downloads'].map((what) => `allow-${what}`).join(' ');
/** A page that is loaded and does not say that it is to be seen is shown as it is after this. */
const UNPAINTED_MS = 10_000;

interface ForeignFrameProps {
  title: string;
  url: string;
  /** Stands in place of the page until there is something to see. */
  waiting: string;
}

/**
 * A page that is foreign code. It lies at another origin (server/src/running/applications/listener.ts), so what it may do there
 * says nothing about here; it cannot lead this page away.
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
