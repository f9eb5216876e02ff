import type { RefObject } from 'react';
import { useCommands } from '#platform/web/commands.ts';
import type { StackTab, TabStackHandle } from '#platform/web/ui/panes/tab-stack.tsx';

interface TabCommandsInput {
  /** Distinguishes the tabs of one pane from those of another. */
  pane: string;
  stack: RefObject<TabStackHandle | null>;
  /** Shows the pane of the tabs. */
  onShow: () => void;
}

/** A command for every tab of a pane, in the palette and by its keys. */
export function useTabCommands(tabs: readonly StackTab[], { pane, stack, onShow }: TabCommandsInput): void {
  useCommands(
    tabs.map(({ id, label, shortcut }) => ({
      id: `open-tab:${pane}:${id}`,
      label: `Go to ${label}`,
      group: 'Go to',
      ...(shortcut !== undefined && { shortcut }),
      keywords: 'tab editor',
      run: () => {
        onShow();
        stack.current?.open(id);
      },
    })),
  );
}
