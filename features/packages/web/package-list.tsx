import { ActionIcon, Checkbox, Code, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Package } from '#features/lessons/contract/lessons.ts';
import { isPycheck } from '../packages.policy.ts';
import { RemoveCustomDialog } from './answer-checking-section.tsx';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './packages.module.css';

const SHORT_HASH = 7;

interface PackageListProps {
  packages: readonly Package[];
  isReadOnly: boolean;
  onChange: (packages: Package[]) => void;
}

/** The packages of a lesson: name, version, and whether learners see them in their editor. */
export function PackageList({ packages, isReadOnly, onChange }: PackageListProps) {
  const [isAsking, setAsking] = useState(false);
  const replace = (name: string, change: Partial<Package>) =>
    onChange(packages.map((item) => (item.name === name ? { ...item, ...change } : item)));
  const remove = (name: string) => onChange(packages.filter((item) => item.name !== name));
  return (
    <ul className={layout.plainList}>
      {packages.map((item) => (
        <li key={item.name} className={`${layout.settingRow} ${classes.item}`}>
          <span className={classes.name}>{isPycheck(item) ? MESSAGES.pycheck : item.name}</span>
          {isPycheck(item) ? (
            <PycheckVersion version={item.version} />
          ) : (
            <TextInput
              className={classes.version ?? ''}
              size="xs"
              aria-label={`Version of ${item.name}`}
              placeholder="latest"
              value={item.version ?? ''}
              readOnly={isReadOnly}
              maxLength={200}
              onChange={(event) => replace(item.name, { version: event.currentTarget.value === '' ? null : event.currentTarget.value })}
            />
          )}
          {isReadOnly ? null : (
            <ActionIcon
              className={classes.remove ?? ''}
              aria-label={`Remove ${isPycheck(item) ? MESSAGES.pycheck : item.name}`}
              onClick={() => (isPycheck(item) ? setAsking(true) : remove(item.name))}
            >
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          )}
          <Checkbox
            className={layout.allColumns ?? ''}
            size="xs"
            label="Show in editor"
            aria-label={`Show ${isPycheck(item) ? MESSAGES.pycheck : item.name} in editor`}
            checked={item.show_in_editor}
            disabled={isReadOnly}
            onChange={(event) => replace(item.name, { show_in_editor: event.currentTarget.checked })}
          />
        </li>
      ))}
      <RemoveCustomDialog
        isOpen={isAsking}
        onConfirm={() => {
          onChange(packages.filter((item) => !isPycheck(item)));
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    </ul>
  );
}

/** Its version is a hash: shown shortened, in full on hover. */
function PycheckVersion({ version }: { version: string | null }) {
  if (version === null) return <span className={classes.version}>part of the product</span>;
  return (
    <Tooltip label={version} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Code className={classes.version ?? ''} tabIndex={0}>
        {version.slice(0, SHORT_HASH)}
      </Code>
    </Tooltip>
  );
}
