import { IconFocus2 } from '@tabler/icons-react';
import { useState } from 'react';
import { type Command, useCommands } from '#platform/web/commands.ts';

export interface FocusMode {
  /** Only the text that is being written is shown. */
  isOn: boolean;
  toggle: Command;
}

/** Focus mode: it stays from screen to screen, until the author leaves it or the lesson. */
export function useFocusMode(): FocusMode {
  const [isOn, setOn] = useState(false);
  const toggle: Command = {
    id: 'focus-mode',
    label: isOn ? 'Leave focus mode' : 'Focus mode',
    group: 'Settings',
    shortcut: 'Alt+Shift+F',
    icon: IconFocus2,
    keywords: 'zen distraction write only text',
    run: () => setOn(!isOn),
  };
  useCommands([toggle]);
  return { isOn, toggle };
}
