import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { readLayout, writeLayout } from '#web/ui/panes/layout.ts';
import classes from './split.module.css';

interface SplitProps {
  orientation: 'horizontal' | 'vertical';
  /** What the divider changes: `Width of the text`. */
  label: string;
  /** Storage name of the position of the divider. */
  storageKey: string;
  /** Smallest size of a part in pixels. */
  least: number;
  first: ReactNode;
  second: ReactNode;
}

const IDS = ['first', 'second'];

/** Two parts with a divider that is moved by mouse or keyboard. Where there is little room, they are below one another. */
export function Split({ orientation, label, storageKey, least, first, second }: SplitProps) {
  const storedAs = `lessonwright.learner.${storageKey}`;
  return (
    <Group
      className={classes.split}
      orientation={orientation}
      defaultLayout={readLayout(storedAs, IDS) ?? undefined}
      onLayoutChanged={(layout) => writeLayout(storedAs, layout)}
    >
      <Panel id="first" className={classes.part} minSize={least}>
        {first}
      </Panel>
      <Separator className={classes.divider} aria-label={label} />
      <Panel id="second" className={classes.part} minSize={least}>
        {second}
      </Panel>
    </Group>
  );
}
