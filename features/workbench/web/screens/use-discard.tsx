import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { api } from '#platform/web/api.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useStore } from '#platform/web/use-store.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { showScreenError } from './show-screen-error.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import { type Discarding, whatToDiscard } from './what-to-discard.ts';

/** By user and screen: when it was last saved before it was first opened in this tab. */
const openedAt = new Map<string, string>();

interface DiscardOptions {
  screen: Screen;
  editing: ScreenEditing;
  page: UnsavedParts;
  /** Discards what could not be saved. */
  discardUnsaved: () => void;
}

/** *Discard my changes*: the screen goes back to how it was when it was opened in this tab, as one save that can be undone. */
export function useDiscard({ screen, editing, page, discardUnsaved }: DiscardOptions): { commands: Command[]; dialog: ReactNode } {
  const user = useCurrentUser();
  const { isDirty } = useStore(page);
  const [asked, setAsked] = useState<Discarding | null>(null);
  const key = `${user.id}/${screen.id}`;
  const [since] = useState(() => openedAt.get(key) ?? screen.last_updated);
  openedAt.set(key, since);
  const owner = { kind: 'lesson', id: screen.lesson_id } as const;
  const part = `screen:${screen.uuid}`;

  const restore = (version: number) =>
    editing
      .replaceBy(() => api.restoreVersion({ params: { ...owner, version }, body: { part } }))
      .then(
        () => true,
        (error: unknown) => {
          showScreenError(error, SCREEN_MESSAGES.notDiscarded);
          return false;
        },
      );
  async function discard({ to, from }: Discarding): Promise<void> {
    setAsked(null);
    if (!(await restore(to))) return;
    const undo = () => void restore(from);
    showOffer({ id: `discarded-${screen.id}`, message: SCREEN_MESSAGES.discarded, label: 'Undo', onClick: undo });
  }
  async function begin(): Promise<void> {
    // What is saved can be restored by Undo.
    if (!(await page.saveAll({ isAutomatic: true }))) discardUnsaved();
    const listed = await api.listVersions({ params: owner, query: { part } }).catch((error: unknown) => {
      showScreenError(error, SCREEN_MESSAGES.notDiscarded);
      return null;
    });
    const found = listed && whatToDiscard(listed.versions, since, user.name);
    if (found && found.others.length > 0) setAsked(found);
    else if (found) await discard(found);
    else if (listed) showResult(SCREEN_MESSAGES.discarded);
  }
  const command: Command = {
    id: 'discard-changes',
    label: 'Discard my changes',
    group: 'Actions',
    icon: IconArrowBackUp,
    enabled: !editing.isReadOnly && (isDirty || screen.last_updated !== since),
    run: () => void begin(),
  };
  useCommands([command]);
  const dialog = (
    <ConfirmDialog
      isOpen={asked !== null}
      title="Discard my changes"
      text={SCREEN_MESSAGES.othersToo(asked?.others ?? [])}
      confirmLabel="Discard all"
      isDanger
      onClose={() => setAsked(null)}
      onConfirm={() => asked && void discard(asked)}
    />
  );
  return { commands: [command], dialog };
}
