import { SegmentedControl } from '@mantine/core';
import { useImperativeHandle, useState } from 'react';
import type { PanesProps } from './pane.ts';
import classes from './panes.module.css';

/** One pane at a time, chosen above it; the others keep their state. */
export function NarrowPanes({ panes, handle }: PanesProps) {
  const [chosen, setChosen] = useState(panes[0]?.id ?? '');
  useImperativeHandle(handle, () => ({ show: setChosen, toggle: setChosen }), []);
  const shown = panes.some((pane) => pane.id === chosen) ? chosen : panes[0]?.id;

  return (
    <div className={classes.narrow}>
      {panes.length > 1 && (
        <SegmentedControl
          className={classes.chooser}
          aria-label="Pane"
          size="xs"
          fullWidth
          data={panes.map((pane) => ({ value: pane.id, label: pane.title }))}
          value={shown ?? ''}
          onChange={setChosen}
        />
      )}
      <div className={classes.stack}>
        {panes.map((pane) => (
          <section
            key={pane.id}
            className={classes.layer}
            aria-label={pane.title}
            data-hidden={pane.id !== shown}
            inert={pane.id !== shown}
          >
            {pane.content}
          </section>
        ))}
      </div>
    </div>
  );
}
