import { useCommands } from '#platform/web/commands.ts';

/** The keys that send what is written; elsewhere on the page they run code. */
export const SUBMIT_KEYS = 'Mod+Enter';

interface SubmitKeysProps {
  label: string;
  isEnabled: boolean;
  onSubmit: () => void;
}

/** Makes Mod+Enter send what is being written. Shown while its text has the focus: what is declared last has the keys. */
export function SubmitKeys({ label, isEnabled, onSubmit }: SubmitKeysProps) {
  useCommands([
    {
      id: 'submit-comment',
      label,
      group: 'Actions',
      shortcut: SUBMIT_KEYS,
      enabled: isEnabled,
      run: onSubmit,
    },
  ]);
  return null;
}
