import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './banner.module.css';
import layout from './layout.module.css';

const KINDS = {
  error: { color: 'error', icon: IconCircleX, role: 'alert' },
  warning: { color: 'changed', icon: IconAlertTriangle, role: 'status' },
  info: { color: 'action', icon: IconInfoCircle, role: 'status' },
  success: { color: 'success', icon: IconCircleCheck, role: 'status' },
} as const;

interface BannerProps {
  kind: keyof typeof KINDS;
  children: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
  /** Missing: it stays until its cause is resolved. */
  onClose?: () => void;
}

/** A message next to its cause: at the top of a page, panel or dialog. */
export function Banner({ kind, children, actions, onClose }: BannerProps) {
  const { color, icon: Icon, role } = KINDS[kind];
  return (
    <Alert
      role={role}
      data-kind={kind}
      color={color}
      variant="light"
      icon={<Icon size={18} aria-hidden />}
      classNames={{ root: classes.root ?? '', message: classes.message ?? '', icon: classes.icon ?? '', wrapper: classes.wrapper ?? '' }}
      {...(onClose ? { withCloseButton: true, closeButtonLabel: 'Close', onClose } : {})}
    >
      <span className={classes.text}>{children}</span>
      {actions ? <span className={layout.wrap}>{actions}</span> : null}
    </Alert>
  );
}

interface ErrorBannerProps {
  text: ReactNode;
  actions?: ReactNode;
  /** What *Try again* does. */
  onRetry?: () => void;
  retryLabel?: string;
}

/** An error banner; empty without a text. */
export function ErrorBanner({ text, actions, onRetry, retryLabel = 'Try again' }: ErrorBannerProps) {
  if (text === null || text === undefined || text === '') return null;
  const retry = onRetry && (
    <Button size="xs" variant="default" onClick={onRetry}>
      {retryLabel}
    </Button>
  );
  return (
    <Banner kind="error" actions={actions ?? retry}>
      {text}
    </Banner>
  );
}
