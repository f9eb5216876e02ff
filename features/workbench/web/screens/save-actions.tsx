import { ActionIcon, Button, Kbd, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconDeviceFloppy, IconDots, IconHistory, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SaveState } from '#features/changes/web/save-state.tsx';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import type { ListedScreen, Screen } from '#features/screens/contract/screens.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { ariaShortcut, shortcutLabel } from '#platform/web/shortcuts.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { type AutomaticSaves, usePageSave, useSaveWhenBack } from '#platform/web/ui/editing/use-page-save.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { ConnectionState } from './connection-state.tsx';
import type { useArrangeScreens } from './use-arrange-screens.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screens.module.css';

const DUPLICATE = 'duplicate-screen';
const UP = 'move-screen-up';
const DOWN = 'move-screen-down';

interface SaveActionsProps {
  lessonId: number;
  screen: Screen;
  /** All screens of the lesson. */
  screens: readonly ListedScreen[];
  editing: ScreenEditing;
  /** Everything on the page that is saved together. */
  page: UnsavedParts;
  automatic: AutomaticSaves;
  /** A conflict is being decided. */
  hasConflict: boolean;
  arranging: ReturnType<typeof useArrangeScreens>;
  /** More entries of the menu, which are commands of the page already. */
  more: readonly Command[];
  /** Called with the screens that remain. */
  onDeleted: (screens: readonly ListedScreen[]) => void;
}

/** Save state, Save screen, and its menu: Save with message, Duplicate, move, History, who wrote each line, Delete screen. */
export function SaveActions({
  lessonId,
  screen,
  screens,
  editing,
  page,
  automatic,
  hasConflict,
  arranging,
  more,
  onDeleted,
}: SaveActionsProps) {
  const { session, isReadOnly } = editing;
  const { state, isDirty } = useStore(page);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  useSaveWhenBack(page);
  const { save, saveWithMessage, dialog } = usePageSave(page, {
    id: 'save-screen',
    label: 'Save screen',
    isReadOnly,
    hasConflict,
    automatic,
  });
  const canSave = isDirty && save.enabled === true;

  async function duplicate() {
    // The server copies what is saved, so unsaved edits are saved first.
    if (!isDirty || (await page.saveAll())) arranging.duplicate.mutate(screen.id);
  }
  const command = (id: string, label: string, more: Partial<Command> & Pick<Command, 'run'>): Command => ({
    id,
    label,
    group: 'Actions',
    enabled: !isReadOnly,
    ...more,
  });
  const move = (id: string, direction: 'up' | 'down', by: 1 | -1) =>
    command(id, `Move screen ${direction}`, {
      shortcut: direction === 'up' ? 'Alt+Shift+ArrowUp' : 'Alt+Shift+ArrowDown',
      icon: direction === 'up' ? IconArrowUp : IconArrowDown,
      enabled: !isReadOnly && screens.length > 1,
      run: () => {
        const moved = focusedScreen(screens) ?? screen;
        arranging.move(moved, moved.sequence + by);
      },
    });
  const arrangements = [
    command(DUPLICATE, 'Duplicate screen', { icon: IconCopy, run: duplicate }),
    move(UP, 'up', -1),
    move(DOWN, 'down', 1),
    command('screen-history', 'History of this screen', {
      icon: IconHistory,
      enabled: true,
      run: () => void navigate({ to: '/lesson/$lessonId/history', params: { lessonId }, search: { part: `screen:${screen.uuid}` } }),
    }),
    command('delete-screen', 'Delete screen', { icon: IconTrash, run: () => setDeleting(true) }),
  ];
  const isAtEdge = (id: string) => (id === UP && screen.sequence === 1) || (id === DOWN && screen.sequence === screens.length);
  const entries = [saveWithMessage, ...arrangements.toSpliced(-1, 0, ...more)];
  // The menu would begin at its first entry, which takes no focus while it is disabled.
  const firstEnabled = entries.find(({ enabled }) => enabled !== false)?.id;
  useCommands(arrangements);

  return (
    <>
      <ConnectionState />
      <SaveState state={state} commit={screen.commit_status} />
      <Button
        className={classes.saveButton ?? ''}
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        rightSection={
          <Kbd className={classes.key ?? ''} aria-hidden>
            {shortcutLabel(save.shortcut ?? '')}
          </Kbd>
        }
        aria-keyshortcuts={ariaShortcut(save.shortcut ?? '')}
        // Disabled for everyone but the keyboard: the focus stays on it while and after it saves.
        aria-disabled={!canSave}
        data-disabled={!canSave || undefined}
        onClick={() => canSave && save.run()}
      >
        <span className={classes.saveLabel}>{isReadOnly || isDirty ? 'Save screen' : 'Saved'}</span>
      </Button>
      {!isReadOnly && (
        <Menu position="bottom-end" width={280} withinPortal={false} withInitialFocusPlaceholder={false}>
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
                    id === DUPLICATE && isDirty && <span className={layout.note}>saves first</span>
                  ) : (
                    <Kbd className={classes.menuKey ?? ''} aria-hidden>
                      {shortcutLabel(shortcut)}
                    </Kbd>
                  )
                }
                aria-keyshortcuts={shortcut && ariaShortcut(shortcut)}
                data-autofocus={id === firstEnabled || undefined}
                disabled={enabled === false || isAtEdge(id)}
                onClick={() => run()}
                className={id === 'delete-screen' ? (classes.danger ?? '') : ''}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog}
      <ConfirmDialog
        isOpen={isDeleting}
        title="Delete screen"
        text={`Delete “${screenLabel(screen)}”?${isDirty ? ' Your unsaved edits are deleted, too.' : ''} The screens after it move up.`}
        confirmLabel="Delete screen"
        isDanger
        isBusy={arranging.remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          arranging.remove.mutate(screen.id, {
            onSuccess: (screens) => {
              session.discard();
              onDeleted(screens);
            },
            onSettled: () => setDeleting(false),
          })
        }
      />
    </>
  );
}

/** The screen whose row in the outline has the focus. */
function focusedScreen(screens: readonly ListedScreen[]): ListedScreen | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-outline-screen]');
  return screens.find(({ id }) => String(id) === row?.dataset['outlineScreen']);
}
