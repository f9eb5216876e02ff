import { Kbd, Switch, Table, Text } from '@mantine/core';
import { type Command, useAllCommands } from '#platform/web/commands.ts';
import { isPlainKey, shortcutLabel } from '#platform/web/shortcuts.ts';
import { singleKeys } from '#platform/web/single-keys.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { useStore } from '#platform/web/use-store.ts';
import { EVERYWHERE } from './shell-commands.tsx';

/** The shortcuts of the open page and those of every page, from the registry of commands. */
export default function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useReturnFocus(isOpen);
  const hasSingleKeys = useStore(singleKeys);
  const commands = useAllCommands().filter(({ shortcut }) => shortcut !== undefined && (hasSingleKeys || !isPlainKey(shortcut)));
  const ofPage = commands.filter(({ id }) => !EVERYWHERE.has(id));
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size="md" closeButtonProps={{ 'aria-label': 'Close' }}>
      {ofPage.length === 0 ? null : <ShortcutTable title="On this page" commands={ofPage} />}
      <ShortcutTable title="Everywhere" commands={commands.filter(({ id }) => EVERYWHERE.has(id))} />
      <Switch
        size="sm"
        label="Single-key shortcuts"
        description="Such as ? and, in a pull request, j and k. Turn them off if you dictate or press keys by accident."
        checked={hasSingleKeys}
        onChange={(event) => singleKeys.turn(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" mt="sm">
        Editors and tables have their own keys.{' '}
        <TextLink to="/help/$page" params={{ page: 'keyboard' }} size="sm" underline="always" onClick={onClose}>
          See all keys in the guide
        </TextLink>
      </Text>
    </Dialog>
  );
}

function ShortcutTable({ title, commands }: { title: string; commands: readonly Command[] }) {
  return (
    <Table verticalSpacing={4} mb="sm" aria-label={title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{title}</Table.Th>
          <Table.Th style={{ textAlign: 'end' }}>Keys</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {commands.map(({ id, label, shortcut = '' }) => (
          <Table.Tr key={id}>
            <Table.Td>{label}</Table.Td>
            <Table.Td style={{ textAlign: 'end' }}>
              <Kbd size="xs">{shortcutLabel(shortcut)}</Kbd>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
