import { Button, Indicator } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { Command } from '../../commands.ts';
import { CommandButton } from '../command-button.tsx';

interface SaveChangesProps {
  /** There is something to save: a dot marks the button. */
  isDirty: boolean;
  isSaving: boolean;
}

/** 'Save Changes' of a page: a command with its key. */
export function SaveChangesCommand({ command, isDirty, isSaving }: SaveChangesProps & { command: Command }) {
  return (
    <Marked isDirty={isDirty}>
      <CommandButton command={command} loading={isSaving} />
    </Marked>
  );
}

interface SaveChangesButtonProps extends SaveChangesProps {
  /** What is saved, for screen readers: `Save Changes of step 2`. */
  label: string;
  onSave: () => void;
}

/** 'Save Changes' of a part of a page. */
export function SaveChangesButton({ isDirty, isSaving, label, onSave }: SaveChangesButtonProps) {
  return (
    <Marked isDirty={isDirty}>
      <Button
        size="xs"
        variant={isDirty ? 'filled' : 'default'}
        aria-label={label}
        disabled={!isDirty}
        loading={isSaving}
        leftSection={<IconDeviceFloppy size={15} aria-hidden />}
        onClick={onSave}
      >
        Save Changes
      </Button>
    </Marked>
  );
}

function Marked({ isDirty, children }: { isDirty: boolean; children: React.ReactNode }) {
  return (
    <Indicator disabled={!isDirty} color="orange.7" size={10} offset={2} withBorder>
      {children}
    </Indicator>
  );
}
