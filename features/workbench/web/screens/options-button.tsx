import { Badge, Button, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import type { Language } from '#platform/contract/languages.ts';
import { useCommands } from '#platform/web/commands.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { type OptionId, optionsOn } from './code-options.ts';
import { OptionsPanel } from './options-panel.tsx';
import { useFilled } from './use-filled.ts';
import type { ScreenEditing } from './use-screen-editing.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screens.module.css';

export interface OptionsButtonProps {
  editing: ScreenEditing;
  lessonId: number;
  language: Language | null;
  onOutput: () => void;
}

const loadRunsAfterDialog = () => import('./runs-after-dialog.tsx');

/** The options of a code screen behind a button. With `hasChips`, those that are on are beside it; otherwise it has their number. */
export function OptionsButton({ hasChips = false, onOutput, ...props }: OptionsButtonProps & { hasChips?: boolean }) {
  const { editing, lessonId } = props;
  const [shown, setShown] = useState<{ at: OptionId | null } | null>(null);
  const [isChoosingCode, setChoosingCode] = useState(false);
  const screens = useQuery(screenNamesQuery(lessonId));
  const on = optionsOn({
    fields: editing.fields,
    hasRemoteRun: editing.hasRemoteRun,
    hasDisplayCode: useFilled(editing.session)('display_code'),
    checksOutput: editing.answer.checkOutput,
    screens: screens.data ?? null,
  });
  const open = (at: OptionId | null) => setShown({ at });
  useCommands([
    { id: 'open-code-options', label: 'Options of the code screen', group: 'Actions', keywords: 'settings', run: () => open(null) },
  ]);
  /** Leaves the panel for something else, which takes the focus. */
  const leaveFor = (next: () => void) => () => {
    setShown(null);
    next();
  };
  return (
    <>
      {/* Outside of the popover, which closes when the dialog opens. */}
      {isChoosingCode && <OnDemand load={loadRunsAfterDialog} props={{ ...props, onClose: () => setChoosingCode(false) }} />}
      <Popover
        opened={shown !== null}
        onChange={(isShown) => !isShown && setShown(null)}
        width={440}
        position={hasChips ? 'top-start' : 'bottom-end'}
        middlewares={{ size: true }}
        withinPortal={false}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <Button
            size={hasChips ? 'compact-sm' : 'sm'}
            variant="default"
            flex="none"
            onClick={() => (shown ? setShown(null) : open(null))}
            leftSection={<IconAdjustmentsHorizontal size={15} aria-hidden />}
            rightSection={
              hasChips || on.length === 0 ? null : (
                <Badge circle color="action" aria-label={`${on.length} on`}>
                  {on.length}
                </Badge>
              )
            }
          >
            Options
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Options" className={classes.options ?? ''}>
          <OptionsPanel
            {...props}
            opened={shown?.at ?? null}
            onRunsAfter={leaveFor(() => setChoosingCode(true))}
            onOutput={leaveFor(onOutput)}
          />
        </Popover.Dropdown>
      </Popover>
      {hasChips && on.length > 0 && (
        <ul className={`${layout.wrap} ${layout.plainList}`} aria-label="Options that are on">
          {on.map(({ id, text }) => (
            <li key={id}>
              <Button
                size="compact-xs"
                radius="xl"
                variant="light"
                aria-label={`Option ${text}`}
                title="Open in the options"
                onClick={() => open(id)}
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
