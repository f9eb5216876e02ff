import { useMediaQuery } from '@mantine/hooks';
import { NarrowPanes } from './narrow-panes.tsx';
import type { PanesProps } from './pane.ts';
import { WidePanes } from './wide-panes.tsx';

/** Panes side by side, to resize and collapse by mouse and keyboard; one at a time where there is no room. */
export function Panes(props: PanesProps) {
  const isNarrow = useMediaQuery('(max-width: 860px)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <NarrowPanes {...props} /> : <WidePanes {...props} />;
}
