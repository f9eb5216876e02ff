import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { SetAsideBanner } from '#features/accounts/web/session/set-aside-banner.tsx';
import type { CommitStatus } from '#features/changes/contract.ts';
import { SaveState } from '#features/changes/web/save-state.tsx';
import { ReopenRelease } from '#features/releases/web/reopen-release.tsx';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DraftBanner } from '#platform/web/ui/editing/draft-banner.tsx';
import { EditorConflict } from '#platform/web/ui/editing/editor-conflict.tsx';
import { SaveChangesCommand } from '#platform/web/ui/editing/save-changes.tsx';
import { type UnsavedParts, UnsavedPartsContext } from '#platform/web/ui/editing/unsaved-parts.ts';
import type { Editor } from '#platform/web/ui/editing/use-editor.ts';
import { usePageSave } from '#platform/web/ui/editing/use-page-save.tsx';
import type { Unfinished } from '#platform/web/ui/editing/use-unfinished.ts';
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import type { CurriculumSummary } from '../contract/curricula.ts';
import { DeleteCurriculum } from './delete-curriculum.tsx';
import { labelIn } from './field-labels.ts';
import type { CurriculumKind } from './kinds.ts';
import { messagesOf } from './messages.ts';

interface CurriculumEditorProps<F extends object> {
  kind: CurriculumKind;
  item: CurriculumSummary & { commit_status: CommitStatus | null };
  isReadOnly: boolean;
  editor: Editor<F>;
  labels: Readonly<Record<keyof F, string>>;
  unfinished: Pick<Unfinished, 'isAny' | 'warning' | 'check' | 'forget'>;
  parts: UnsavedParts;
  /** Beside the title. */
  badges: ReactNode;
  /** What holds its release up, and the dialog of a conflict with git. */
  sync: { banner: ReactNode; dialog: ReactNode };
  /** Below the title, above the banners. */
  progress?: ReactNode;
  /** What is left to do; not shown where nothing can be edited. */
  leftToDo: ReactNode;
  /** The action of the banner of a failed save. */
  retry?: ReactNode;
  /** Saves on leaving what would be saved automatically in a moment; true: nothing is left unsaved. */
  flush?: () => Promise<boolean>;
  children: (deletion: ReactNode) => ReactNode;
}

/** The frame of the editor of a course or a path: title, save, banners and dialogs. `children` get the button that deletes it. */
export function CurriculumEditor<F extends object>(props: CurriculumEditorProps<F>) {
  const { kind, item, isReadOnly, editor, labels, unfinished, parts, badges, sync, progress, leftToDo, retry, flush, children } = props;
  const { noun } = kind;
  const messages = messagesOf(kind);
  const navigate = useNavigate();
  const { external } = useCurrentUser();
  const { state, isDirty, save, dialog } = usePageSave(parts, {
    id: `${noun}:save`,
    label: 'Save Changes',
    isReadOnly,
    unfinished,
    hasConflict: editor.conflict !== null,
  });
  const deletion = isReadOnly ? null : (
    <div>
      <DeleteCurriculum kind={kind} item={item} onDeleted={() => void navigate({ to: kind.listAddress, ignoreBlocker: true })} />
    </div>
  );
  return (
    <Page
      title={`${item.sequence} - ${item.name}`}
      layout="detail"
      isTopSticky
      aside={isReadOnly ? undefined : leftToDo}
      beside={
        <>
          {badges}
          {isReadOnly ? null : <SaveState state={state} commit={item.commit_status} />}
        </>
      }
      actions={
        <>
          <Anchor component={Link} to={kind.listAddress} size="sm">
            All {noun}s
          </Anchor>
          <Anchor component={Link} to={`${kind.address(item.id)}/history`} size="sm">
            History
          </Anchor>
          {external || item.is_main ? null : (
            <Anchor component={Link} to={`/releases/${item.release_id}/pull`} size="sm">
              Pull request
            </Anchor>
          )}
          {isReadOnly ? null : <SaveChangesCommand command={save} isDirty={isDirty} isSaving={state === 'saving'} />}
        </>
      }
    >
      {progress}
      {isReadOnly ? (
        <Banner kind="info" actions={item.is_closed && !external ? <ReopenRelease releaseId={item.release_id} /> : undefined}>
          {messages.readOnly} {external ? null : wayToEdit(item, messages)}
        </Banner>
      ) : (
        sync.banner
      )}
      <DraftBanner draft={editor.draft} what={`this ${noun}`} />
      <SetAsideBanner />
      <ErrorBanner text={editor.error} actions={retry} />
      {unfinished.warning === null ? null : <Banner kind="warning">{unfinished.warning}</Banner>}
      <UnsavedPartsContext value={parts}>{children(deletion)}</UnsavedPartsContext>
      {dialog}
      <EditorConflict editor={editor} fieldLabel={labelIn(labels)} />
      {sync.dialog}
      <LeaveGuard isDirty={isDirty} what={`${noun} ${item.sequence}`} {...(flush ? { flush } : {})} />
    </Page>
  );
}

function wayToEdit({ is_main, is_closed }: CurriculumSummary, messages: ReturnType<typeof messagesOf>): string | null {
  if (is_main) return messages.readOnlyHow;
  return is_closed ? messages.closedHow : null;
}
