import type { ReactNode } from 'react';
import { useConnection } from '#platform/web/use-connection.ts';
import { OptionsButton, type OptionsButtonProps } from './options-button.tsx';
import classes from './screens.module.css';

interface ScreenFooterProps extends OptionsButtonProps {
  /** False: only what must be read at once is shown; the options are in the header. */
  isRoomy: boolean;
  /** More for the status line. */
  status: ReactNode;
}

/** The footer of a screen: on code screens their options, and a status line for what needs no action. */
export function ScreenFooter({ isRoomy, status, ...options }: ScreenFooterProps) {
  const { foreignSave, isSaving, fields } = options.editing;
  const connection = useConnection();
  if (!isRoomy && foreignSave === null) return null;
  return (
    <footer className={classes.footer} data-busy={isSaving}>
      {isRoomy && fields.type === 'code' && <OptionsButton {...options} hasChips />}
      <div className={classes.status}>
        {isRoomy && connection !== 'online' && <span>{CONNECTION[connection]} Your changes are kept in this browser.</span>}
        {foreignSave && (
          <span role="status">{foreignSave.by} just saved this screen. Your changes are safe and will be merged when you save.</span>
        )}
        {isRoomy && status}
      </div>
    </footer>
  );
}

const CONNECTION = {
  offline: 'You’re offline.',
  'signed-out': 'You’re signed out.',
  unreachable: 'The server can’t be reached.',
} as const;
