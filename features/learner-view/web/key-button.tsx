import { ariaShortcut, shortcutLabel } from '#platform/web/shortcuts.ts';
import shared from './shared.module.css';

interface KeyButtonProps {
  label: string;
  /** Keys like `Mod+Enter`, shown on the button. */
  shortcut: string;
  /** The button to press next. */
  isFirst?: boolean;
  isDisabled: boolean;
  /** It does nothing for now, and keeps the focus. */
  isBusy: boolean;
  onClick: () => void;
}

/** A button that shows its keys. */
export function KeyButton({ label, shortcut, isFirst = false, isDisabled, isBusy, onClick }: KeyButtonProps) {
  return (
    <button
      type="button"
      className={shared.button}
      data-first={isFirst ? '' : undefined}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-keyshortcuts={ariaShortcut(shortcut)}
      onClick={() => !isBusy && onClick()}
    >
      {label}
      <kbd className={shared.key} aria-hidden>
        {shortcutLabel(shortcut)}
      </kbd>
    </button>
  );
}
