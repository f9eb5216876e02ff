import { useEffect, useRef } from 'react';
import classes from './output-pane.module.css';

interface StreamProps {
  text: string;
  label: string;
  isGrowing: boolean;
}

/** The output of a program; while it runs, the newest lines stay in view. */
export function Stream({ text, label, isGrowing }: StreamProps) {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isGrowing) end.current?.scrollIntoView({ block: 'nearest' });
  });
  if (text === '') return null;
  return (
    <div role="group" className={classes.stream} data-kind={label === 'Output' ? 'output' : 'errors'} aria-label={label}>
      {label !== 'Output' && <h2>{label}</h2>}
      <pre>
        {text}
        <span ref={end} />
      </pre>
    </div>
  );
}
