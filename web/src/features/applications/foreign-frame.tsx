import classes from './applications.module.css';

/** All but leading this page away. That scripts may reach their own origin harms nothing: it is not ours. */
const ALLOWED = ['scripts', 'same-origin', 'forms', 'popups', 'modals', 'downloads'].map((what) => `allow-${what}`).join(' ');

interface ForeignFrameProps {
  title: string;
  url: string;
}

/**
 * A page that is foreign code. It lies at another origin (server/src/applications/listener.ts), so what it may do there
 * says nothing about here; it cannot lead this page away.
 */
export function ForeignFrame({ title, url }: ForeignFrameProps) {
  return (
    <iframe
      className={classes.frame}
      title={title}
      src={url}
      sandbox={ALLOWED}
      allow="clipboard-write; fullscreen"
      referrerPolicy="origin"
    />
  );
}
