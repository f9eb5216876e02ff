import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  /** True while there is something to lose. */
  isDirty: boolean;
  /** What is not saved, named for the question: `lesson 12`. */
  what: string;
  /** What becomes of the edits, when no draft of them is kept. */
  promise?: string;
  /** Called when the person leaves without saving. */
  onLeave?: () => void;
  /** Sends what is sent by itself anyway. True when nothing is left to lose: then nothing is asked. */
  flush?: () => Promise<boolean>;
}

const DRAFT_KEPT = 'They are kept in this browser, and you can restore them when you come back.';

/**
 * Asks before a page with unsaved edits is left, within the product and (in the browser's own words) by closing the
 * tab. A change of the search parameters alone is no leaving.
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
