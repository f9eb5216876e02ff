import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';

/** A change of the state of a thread. */
export interface ThreadMove {
  readonly name: string;
  readonly label: string;
  readonly look: 'filled' | 'light' | 'default' | 'subtle';
  /** What is shown if it fails. */
  readonly failed: string;
  /** Asked before; left out: nothing is. */
  readonly question?: { readonly title: string; readonly text: string };
  readonly run: () => Promise<unknown>;
}

interface ThreadButtonsProps {
  /** Those that the user may make; a subtle one comes after Reply. */
  moves: readonly ThreadMove[];
  /** Null: the user may not reply, or is replying. */
  onReply: (() => void) | null;
}

/** What the user may do with a thread. The server applies the same policy. */
export function ThreadButtons({ moves, onReply }: ThreadButtonsProps) {
  const [asked, setAsked] = useState<ThreadMove | null>(null);
  const move = useMutation({ mutationFn: ({ run }: ThreadMove) => run() });
  if (moves.length === 0 && onReply === null) return null;
  const failure = move.isError ? errorText(move.error, move.variables.failed) : null;
  const button = (each: ThreadMove) => (
    <Button
      key={each.name}
      size="compact-sm"
      variant={each.look}
      {...(each.look === 'subtle' && { color: 'gray' })}
      loading={move.isPending && move.variables.name === each.name}
      disabled={move.isPending}
      onClick={() => {
        move.reset();
        if (each.question) setAsked(each);
        else move.mutate(each);
      }}
    >
      {each.label}
    </Button>
  );
  return (
    <>
      <ErrorBanner text={asked === null ? failure : null} />
      <Group gap="xs" role="group" aria-label="Actions">
        {moves.filter(({ look }) => look !== 'subtle').map(button)}
        {onReply && (
          <Button size="compact-sm" variant="default" onClick={onReply}>
            Reply
          </Button>
        )}
        {moves.filter(({ look }) => look === 'subtle').map(button)}
      </Group>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked?.question?.title ?? ''}
        text={asked?.question?.text ?? ''}
        confirmLabel={asked?.label ?? ''}
        isDanger
        isBusy={move.isPending}
        error={failure}
        onConfirm={() => asked && move.mutate(asked, { onSuccess: () => setAsked(null) })}
        onClose={() => {
          setAsked(null);
          move.reset();
        }}
      />
    </>
  );
}
