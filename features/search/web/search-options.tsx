import { Button } from '@mantine/core';
import { useCommands } from '#platform/web/commands.ts';
import { ariaShortcut, shortcutLabel } from '#platform/web/shortcuts.ts';
import { type SearchAddress, type SearchOption, withOption } from './search-address.ts';
import layout from '#platform/web/ui/layout.module.css';

const OPTIONS: readonly { option: SearchOption; label: string; shortcut: string }[] = [
  { option: 'case', label: 'Match case', shortcut: 'Alt+C' },
  { option: 'word', label: 'Whole words', shortcut: 'Alt+W' },
  { option: 'regex', label: 'Regular expression', shortcut: 'Alt+R' },
  { option: 'latest', label: 'Latest versions only', shortcut: 'Alt+L' },
];

/** How the text is searched for, as buttons that stay pressed. */
export function SearchOptions({ address, onAddress }: { address: SearchAddress; onAddress: (address: SearchAddress) => void }) {
  const toggle = (option: SearchOption) => onAddress(withOption(address, option, address[option] !== true));
  useCommands(
    OPTIONS.map(({ option, label, shortcut }) => ({
      id: `search:${option}`,
      label: `Search: ${label.toLowerCase()}`,
      group: 'Actions',
      shortcut,
      run: () => toggle(option),
    })),
  );
  return (
    <div className={layout.wrap} role="group" aria-label="Options">
      {OPTIONS.map(({ option, label, shortcut }) => (
        <Button
          key={option}
          size="xs"
          variant={address[option] ? 'filled' : 'default'}
          aria-pressed={address[option] === true}
          aria-keyshortcuts={ariaShortcut(shortcut)}
          title={`${label} (${shortcutLabel(shortcut)})`}
          onClick={() => toggle(option)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
