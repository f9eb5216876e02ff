import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronLeft, IconChevronRight, IconPlus, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { SCREEN_TEMPLATES } from '#features/screens/web/screen-templates.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { ariaShortcut, shortcutLabel } from '#platform/web/shortcuts.ts';
import { creations } from './creation.ts';
import type { AddedScreens } from './use-arrange-screens.ts';
import classes from './screens.module.css';

/** A screen as the header names it. */
interface HeaderScreen {
  id: number;
  sequence: number;
  /** 'sequence. title', or 'Screen N' without a title. */
  label: string;
}

export interface ScreenNavProps {
  lessonId: number;
  screens: readonly HeaderScreen[];
  /** The screen that is open; null on the page of the lesson itself. */
  currentId: number | null;
  /** Whether screens can be added: the lesson is not read only, and none is being added. */
  canCreate: boolean;
  onCreate: (sequence: number, added?: AddedScreens) => void;
}

/** Links to the previous and next screen and to every screen of the lesson, and the menu of new ones. */
export function ScreenNav({ lessonId, screens, currentId, canCreate, onCreate }: ScreenNavProps) {
  const navigate = useNavigate();
  const index = screens.findIndex((screen) => screen.id === currentId);
  const current = screens[index];
  const goTo = (screenId: number) => {
    void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(screenId) } });
  };
  const neighbour = (id: string, label: string, shortcut: string, target: HeaderScreen | undefined): Command => ({
    id,
    label,
    group: 'Go to',
    shortcut,
    enabled: target !== undefined,
    run: () => target && goTo(target.id),
  });
  const previous = neighbour('previous-screen', 'Previous screen', 'Alt+ArrowUp', index > 0 ? screens[index - 1] : undefined);
  const next = neighbour('next-screen', 'Next screen', 'Alt+ArrowDown', screens[index + 1]);
  const made = creations(screens.length, current?.sequence ?? null).map((creation): Command => ({
    id: `screen:${creation.id}`,
    label: creation.label,
    group: 'Actions',
    icon: IconPlus,
    enabled: canCreate,
    run: () => onCreate(creation.sequence),
  }));
  const fromTemplates = SCREEN_TEMPLATES.map(([template, { label, description }]): Command => ({
    id: `screens-from:${template}`,
    label: `Add screens: ${label}`,
    group: 'Actions',
    keywords: `template ${description}`,
    icon: IconPlus,
    enabled: canCreate,
    run: () => onCreate((current?.sequence ?? screens.length) + 1, { template }),
  }));
  const metadata: Command = {
    id: 'lesson-metadata',
    label: 'Lesson metadata',
    group: 'Go to',
    icon: IconSettings,
    run: () => navigate({ to: '/lesson/$lessonId', params: { lessonId }, search: { tab: 'settings' } }),
  };
  useCommands([
    previous,
    next,
    ...made,
    ...fromTemplates,
    metadata,
    ...screens.map((screen): Command => ({
      id: `screen:${screen.id}`,
      label: screen.label,
      group: 'Go to',
      keywords: 'screen',
      run: () => goTo(screen.id),
    })),
  ]);

  return (
    <nav className={classes.screens} aria-label="Screens">
      <Arrow command={previous} icon={IconChevronLeft} />
      <Menu position="bottom-start" width="min(320px, 94vw)" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className={classes.target ?? ''}>
            <span className={classes.label}>
              {current ? (
                <>
                  <span className={classes.word}>Screen </span>
                  {current.sequence} of {screens.length}
                </>
              ) : (
                'Lesson metadata'
              )}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.list}>
            <Menu.Item
              leftSection={<CurrentSign isShown={!current} />}
              aria-current={current ? undefined : 'page'}
              onClick={() => metadata.run()}
            >
              Lesson metadata
            </Menu.Item>
            {screens.map((screen) => (
              <Menu.Item
                key={screen.id}
                leftSection={<CurrentSign isShown={screen.id === currentId} />}
                aria-current={screen.id === currentId ? 'page' : undefined}
                data-autofocus={screen.id === currentId || undefined}
                ref={screen.id === currentId ? showInList : null}
                title={screen.label}
                classNames={{ itemLabel: classes.label ?? '' }}
                onClick={() => goTo(screen.id)}
              >
                {screen.label}
              </Menu.Item>
            ))}
          </div>
          <Menu.Divider />
          {made.map((command) => (
            <Menu.Item
              key={command.id}
              leftSection={<IconPlus size={15} aria-hidden />}
              disabled={command.enabled === false}
              onClick={() => command.run()}
            >
              {command.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Arrow command={next} icon={IconChevronRight} />
    </nav>
  );
}

function Arrow({ command, icon: Icon }: { command: Command; icon: typeof IconChevronLeft }) {
  const { label, shortcut = '', enabled } = command;
  return (
    <Tooltip label={`${label} (${shortcutLabel(shortcut)})`}>
      <ActionIcon
        className={classes.arrow}
        size={32}
        aria-label={label}
        aria-keyshortcuts={ariaShortcut(shortcut)}
        aria-disabled={enabled === false}
        data-disabled={enabled === false || undefined}
        onClick={() => enabled !== false && command.run()}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Keeps the labels of a menu in one line, one below the other. */
function CurrentSign({ isShown }: { isShown: boolean }) {
  return isShown ? <IconCheck size={15} aria-hidden /> : <span style={{ width: 15 }} />;
}

/** The menu opens at the current screen, however long its list is. */
function showInList(item: HTMLElement | null): void {
  requestAnimationFrame(() => item?.scrollIntoView({ block: 'nearest' }));
}
