import { IconArrowsJoin, IconArrowsSplit2 } from '@tabler/icons-react';
import type { ListedScreen, Screen } from '#features/screens/contract/screens.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import type { OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import type { useJoinScreens } from '../screens/use-join-screens.ts';

export interface Joining {
  /** Joins the open screen with the one after it. */
  join: () => void;
  split: ReturnType<typeof useJoinScreens>['split'];
}

interface JoinCommandsInput {
  screen: Screen;
  screens: readonly ListedScreen[];
  editors: OpenEditors;
  page: UnsavedParts;
  isReadOnly: boolean;
  joining: Joining;
}

/** The name of the editor of the text. */
const TEXT = 'body_markdown';

/**
 * Commands that join the open screen with the next one, and split its text where the cursor is. They are in the menu of the screen, too.
 */
export function useJoinCommands({ screen, screens, editors, page, isReadOnly, joining }: JoinCommandsInput): Command[] {
  async function split() {
    // The text as it is saved, which the call splits.
    const text = editors.text(TEXT) ?? screen.body_markdown;
    const line = text.slice(0, editors.caret(TEXT) ?? 0).split('\n').length;
    if (page.state().isDirty && !(await page.saveAll())) return;
    joining.split.mutate({ id: screen.id, line });
  }
  const commands: Command[] = [
    {
      id: 'split-screen',
      label: 'Split the screen at the cursor',
      group: 'Actions',
      icon: IconArrowsSplit2,
      keywords: 'divide outline',
      enabled: !isReadOnly,
      run: () => void split(),
    },
    {
      id: 'join-screens',
      label: 'Join with the next screen',
      group: 'Actions',
      icon: IconArrowsJoin,
      keywords: 'merge',
      enabled: !isReadOnly && screens.at(-1)?.id !== screen.id,
      run: joining.join,
    },
  ];
  useCommands(commands);
  return commands;
}
