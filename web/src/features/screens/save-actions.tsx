import { ActionIcon, Button, Kbd, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconDeviceFloppy, IconDots, IconMessage2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Screen } from '#contract/screens.ts';
import { type Command, useCommands } from '#web/platform/commands.ts';
import { ariaShortcut, shortcutLabel } from '#web/platform/shortcuts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { MessageDialog } from '#web/ui/message-dialog.tsx';
import { SaveState } from '#web/ui/save-state.tsx';
import { screenLabel } from '#content/screen-label.ts';
import classes from './screens.module.css';
import type { useArrangeScreens } from './use-arrange-screens.ts';
import type { ScreenEditing } from './use-screen-editing.ts';

const SAVE_SHORTCUT = 'Mod+S';
const DUPLICATE = 'duplicate-screen';

interface SaveActionsProps {
  screen: Screen;
  /** How many screens the lesson has. */
  count: number;
  editing: ScreenEditing;
  arranging: ReturnType<typeof useArrangeScreens>;
  /** Called with the screens that remain. */
  onDeleted: (screens: readonly Screen[]) => void;
}

/** Save state, Save screen, and its menu (A §2): Save with message, Duplicate screen, Delete screen; and moving it. */
export function SaveActions({ screen, count, editing, arranging, onDeleted }: SaveActionsProps) {
  const { form, isDirty, isReadOnly, editState, saving } = editing;
  const [dialog, setDialog] = useState<'message' | 'delete' | null>(null);
  const canSave = isDirty && !isReadOnly && !saving.isSaving;

  async function duplicate() {
    // The copy is made of what is saved, so what was typed is saved first.
    if (!isDirty || (await saving.save())) arranging.duplicate.mutate(screen.id);
  }
  const command = (id: string, label: string, more: Partial<Command> & Pick<Command, 'run'>): Command => ({
    id,
    label,
    group: 'Actions',
    enabled: !isReadOnly,
    ...more,
  });
  const save = command('save-screen', 'Save screen', {
    shortcut: SAVE_SHORTCUT,
    icon: IconDeviceFloppy,
    enabled: canSave,
    run: () => saving.save(),
  });
  const move = (direction: 'up' | 'down', isPossible: boolean) => {
    const to = screen.sequence + (direction === 'up' ? -1 : 1);
    return command(`move-screen-${direction}`, `Move screen ${direction}`, {
      shortcut: direction === 'up' ? 'Alt+Shift+ArrowUp' : 'Alt+Shift+ArrowDown',
      icon: direction === 'up' ? IconArrowUp : IconArrowDown,
      enabled: !isReadOnly && isPossible,
      run: () => arranging.move(screen, to),
    });
  };
  const entries = [
    command('save-screen-with-message', 'Save with message', { icon: IconMessage2, enabled: canSave, run: () => setDialog('message') }),
    command(DUPLICATE, 'Duplicate screen', { icon: IconCopy, run: duplicate }),
    move('up', screen.sequence > 1),
    move('down', screen.sequence < count),
    command('delete-screen', 'Delete screen', { icon: IconTrash, run: () => setDialog('delete') }),
  ];
  // The menu would begin at its first entry, which takes no focus while it is disabled.
  const firstEnabled = entries.find(({ enabled }) => enabled !== false)?.id;
  useCommands([save, ...entries]);

  async function saveWithMessage(message: string) {
    // A conflict asks in a dialog of its own; the message goes along with its answer.
    if (await saving.save(message)) setDialog(null);
  }

  return (
    <>
      <SaveState state={editState} commit={screen.commit_status} />
      <Button
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        rightSection={
          <Kbd className={classes.key ?? ''} aria-hidden>
            {shortcutLabel(SAVE_SHORTCUT)}
          </Kbd>
        }
        aria-keyshortcuts={ariaShortcut(SAVE_SHORTCUT)}
        // Disabled for everyone but the keyboard: the focus stays on it while and after it saves.
        aria-disabled={!canSave}
        data-disabled={!canSave || undefined}
        onClick={() => canSave && save.run()}
      >
        Save screen
      </Button>
      {!isReadOnly && (
        <Menu position="top-end" width={280} withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon size={32} variant="default" aria-label="More actions for this screen">
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {entries.map(({ id, label, icon: Icon, shortcut, enabled, run }) => (
              <Menu.Item
                key={id}
                leftSection={Icon ? <Icon size={15} aria-hidden /> : null}
                rightSection={
                  shortcut === undefined ? (
                    id === DUPLICATE && isDirty && <span className={classes.menuNote}>saves first</span>
                  ) : (
                    <Kbd className={classes.menuKey ?? ''} aria-hidden>
                      {shortcutLabel(shortcut)}
                    </Kbd>
                  )
                }
                aria-keyshortcuts={shortcut && ariaShortcut(shortcut)}
                data-autofocus={id === firstEnabled || undefined}
                disabled={enabled === false}
                onClick={() => run()}
                className={id === 'delete-screen' ? (classes.danger ?? '') : ''}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <MessageDialog
        isOpen={dialog === 'message' && saving.conflict === null}
        isBusy={saving.isSaving}
        error={dialog === 'message' ? saving.failure : null}
        onSave={(message) => void saveWithMessage(message)}
        onClose={() => setDialog(null)}
      />
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        title="Delete screen"
        text={`Delete “${screenLabel(screen)}”?${isDirty ? ' Your unsaved edits go with it.' : ''} The screens after it move up.`}
        confirmLabel="Delete screen"
        isDanger
        isBusy={arranging.remove.isPending}
        onClose={() => setDialog(null)}
        onConfirm={() =>
          arranging.remove.mutate(screen.id, {
            onSuccess: (screens) => {
              form.discard();
              onDeleted(screens);
            },
            onSettled: () => setDialog(null),
          })
        }
      />
    </>
  );
}
