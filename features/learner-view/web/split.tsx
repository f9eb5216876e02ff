import { type ReactNode, useRef } from 'react';
import { Group, type GroupImperativeHandle, Panel, Separator } from 'react-resizable-panels';
import { DividerSteps, useClickedDivider } from '#platform/web/ui/panes/divider-steps.tsx';
import { readLayout, stepDivider, writeLayout } from '#platform/web/ui/panes/layout.ts';
import steps from '#platform/web/ui/panes/panes.module.css';
import classes from './screen-view.module.css';

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
  const group = useRef<GroupImperativeHandle>(null);
  const element = useRef<HTMLDivElement>(null);
  const { clicked, propsOf, close } = useClickedDivider(orientation);
  function step(by: 1 | -1) {
    const length = (orientation === 'horizontal' ? element.current?.clientWidth : element.current?.clientHeight) ?? 0;
    const layout = group.current?.getLayout();
    if (layout && length > 0) group.current?.setLayout(stepDivider(layout, IDS, 0, by, (least / length) * 100));
  }
  return (
    <Group
      className={classes.split}
      groupRef={group}
      elementRef={element}
      orientation={orientation}
      defaultLayout={readLayout(storedAs, IDS) ?? undefined}
      onLayoutChanged={(layout) => writeLayout(storedAs, layout)}
    >
      <Panel id="first" className={classes.part} minSize={least}>
        {first}
      </Panel>
      <Separator className={`${steps.divider} ${classes.divider}`} aria-label={label} {...propsOf('second')} />
      <Panel id="second" className={classes.part} minSize={least}>
        {clicked && <DividerSteps orientation={orientation} label={label} at={clicked.at} onStep={step} onClose={close} />}
        {second}
      </Panel>
    </Group>
  );
}
