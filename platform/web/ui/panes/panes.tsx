import { useMediaQuery } from '@mantine/hooks';
import { NarrowPanes } from './narrow-panes.tsx';
import type { PanesProps } from './pane.ts';
import { WidePanes } from './wide-panes.tsx';

/** Panes side by side, resizable and collapsible by mouse and keyboard; one at a time in narrow windows. */
export function Panes(props: PanesProps) {
  const isNarrow = useMediaQuery('(max-width: 860px)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <NarrowPanes {...props} /> : <WidePanes {...props} />;
}
