import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { SavedView } from '../contract.ts';
import { mayShareViews, VIEW_PAGES, type ViewPage } from '../saved-views.policy.ts';
import { useSaveView } from './api.ts';
import { MESSAGES } from './messages.ts';
import { savedViewsQuery } from './queries.ts';

const NO_VIEWS: readonly SavedView[] = [];

interface ViewDialogProps {
  page: ViewPage;
  /** Null: a new one. */
  saved: SavedView | null;
  filters: Readonly<Record<string, string>>;
  onClose: () => void;
}

/** Asks for the name of a view, and whether the team sees it. A new one replaces that of the same name. */
export default function ViewDialog({ page, saved, filters, onClose }: ViewDialogProps) {
  const user = useCurrentUser();
  const views = useQuery(savedViewsQuery).data ?? NO_VIEWS;
  const [name, setName] = useState(saved?.name ?? filters['q']?.slice(0, 60) ?? '');
  const [isShared, setShared] = useState<boolean | null>(saved?.is_shared ?? null);
  useReturnFocus(true);
  const save = useSaveView();
  const { noun } = VIEW_PAGES[page];
  const wanted = name.trim();
  const replaced = saved
    ? null
    : views.find((each) => each.is_own && each.page === page && each.name.toLowerCase() === wanted.toLowerCase());
  const shared = isShared ?? replaced?.is_shared ?? false;
  const submit = () =>
    save.mutate(
      { id: saved?.id ?? replaced?.id ?? null, view: { page, name: wanted, filters: { ...filters }, is_shared: shared } },
      {
        onSuccess: () => {
          showResult(MESSAGES.saved(wanted));
          onClose();
        },
      },
    );
  return (
    <Dialog opened onClose={onClose} title={saved ? `Edit ${noun}` : `Save ${noun}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '') submit();
        }}
      >
        <Stack>
          <ErrorBanner text={save.isError ? errorText(save.error, MESSAGES.saveFailed) : null} />
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={200}
            required
            data-autofocus
          />
          {mayShareViews(user) ? (
            <Checkbox
              label="Share with the team"
              description={MESSAGES.shareHint}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          ) : null}
          {replaced ? (
            <Text size="sm" role="status">
              {MESSAGES.replaces}
            </Text>
          ) : null}
          <DialogButtons submitLabel={replaced ? 'Replace' : 'Save'} isBusy={save.isPending} isDisabled={wanted === ''} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
