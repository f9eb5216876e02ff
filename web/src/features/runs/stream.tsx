import { useEffect, useRef } from 'react';
import classes from './output-pane.module.css';

interface StreamProps {
  text: string;
  label: string;
  isGrowing: boolean;
}

/** What a program wrote, as it wrote it; while it writes, the newest lines stay in view. */
export function Stream({ text, label, isGrowing }: StreamProps) {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isGrowing) end.current?.scrollIntoView({ block: 'nearest' });
  }, [isGrowing, text]);
  if (text === '') return null;
  return (
    <section className={classes.stream} data-kind={label === 'Output' ? 'output' : 'errors'} aria-label={label}>
      {label !== 'Output' && <h3>{label}</h3>}
      <pre>
        {text}
        <span ref={end} />
      </pre>
    </section>
  );
}
