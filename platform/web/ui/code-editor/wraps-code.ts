import { StoredSwitch } from '../../stored-switch.ts';

/** Whether the author's code editors wrap long lines. On at first: a pane is a third of the window, and a check is longer. */
export const wrapsCode = new StoredSwitch('lessonwright.wrap-code', true);
