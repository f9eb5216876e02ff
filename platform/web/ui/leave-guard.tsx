import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  isDirty: boolean;
  /** What is unsaved, as named in the question: `lesson 12`. */
  what: string;
  /** What happens to the edits, when no draft of them is kept. */
  promise?: string;
  /** Called when the user leaves without saving. */
  onLeave?: () => void;
  /** Sends pending automatic saves. True: nothing is left to lose, so don't ask. */
  flush?: () => Promise<boolean>;
}

const DRAFT_KEPT = 'They are kept in this browser, and you can restore them when you come back.';

/**
 * Asks before the user leaves a page with unsaved edits, by navigation or (in the browser's own words) by closing the tab. Changing only
 * search parameters does not count as leaving.
 */
export function LeaveGuard({ isDirty, what, promise = DRAFT_KEPT, onLeave, flush }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => isDirty && current.pathname !== next.pathname && !(await flush?.()),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title="Leave without saving?"
      text={`Your changes to ${what} are not saved. ${promise}`}
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      isDanger
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    />
  );
}
