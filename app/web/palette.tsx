import '@mantine/spotlight/styles.layer.css';
import { Kbd, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconBook2, IconFileText, IconRoute, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState, type KeyboardEvent } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { coursesQuery, pathsQuery } from '#features/curricula/web/queries.ts';
import { lessonsQuery, screenNamesQuery } from '#features/lessons/web/queries.ts';
import { ViewCommands } from '#features/saved-views/web/view-commands.ts';
import { api } from '#platform/web/api.ts';
import { runCommand, useAllCommands } from '#platform/web/commands.ts';
import { shortcutLabel } from '#platform/web/shortcuts.ts';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { findInPalette } from './palette-search.ts';
import { PALETTE_NAME, paletteStore, useIsPaletteOpen } from './palette-state.ts';
import classes from './palette.module.css';

const SCREENS_DELAY_MS = 150;

/** Screens of all lessons, by the words of their titles. */
function foundScreensQuery(query: string) {
  return queryOptions({
    queryKey: ['screens', 'found', query],
    queryFn: ({ signal }) => api.findScreens({ query: { q: query } }, { signal }),
    staleTime: 10_000,
  });
}

/** Scrollable elements must be reachable by keyboard. The list hands this to its ScrollArea, which its type doesn't say. */
const REACHABLE = { viewportProps: { tabIndex: 0 } };

/** Ctrl-K: finds lessons, courses, paths, the current lesson's screens, actions and settings by any word. */
export default function Palette() {
  const isOpen = useIsPaletteOpen();
  const [query, setQuery] = useState('');
  useReturnFocus(isOpen);
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      yOffset="12vh"
      returnFocus={false}
      clearQueryOnClose
      centered={false}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      transitionProps={{ duration: 80 }}
      attributes={{ content: { 'aria-label': PALETTE_NAME } }}
      classNames={{ actionsGroup: classes.group ?? '', action: classes.action ?? '' }}
    >
      <Spotlight.Search
        placeholder="Search lessons, courses, paths, screens, actions and settings"
        aria-label="Search lessons, courses, paths, screens, actions and settings"
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={enter}
      />
      {isOpen ? <ViewCommands /> : null}
      {isOpen ? <Found query={query} /> : null}
    </Spotlight.Root>
  );
}

/** The entries follow the query a moment later. Enter is for the query, so it waits for them. */
const listed = { query: '', isEntered: false };

function enter({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  listed.isEntered = key === 'Enter' && currentTarget.value !== listed.query;
  if (listed.isEntered) selectedEntry()?.removeAttribute('data-selected');
}

/** Call it after the entries of `shown` were drawn. */
function followQuery(shown: string, query: string): void {
  listed.query = shown;
  if (shown !== query) return;
  selectFirst(query);
  if (listed.isEntered) selectedEntry()?.click();
  listed.isEntered = false;
}

function list(): Element | null {
  return document.querySelector(`#${CSS.escape(paletteStore.getState().listId)}`);
}

function selectedEntry(): HTMLElement | null {
  return list()?.querySelector<HTMLElement>('[data-selected]') ?? null;
}

/** Selects the first entry for Enter, after the entries changed: the palette itself selects before they follow the query. */
function selectFirst(query: string): void {
  if (query === '' || selectedEntry()) return;
  list()?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}

function Found({ query }: { query: string }) {
  const navigate = useNavigate();
  const { lessonId } = useParams({ strict: false });
  const commands = useAllCommands();
  const lessons = useQuery(lessonsQuery).data ?? [];
  const screens = useQuery({ ...screenNamesQuery(lessonId ?? 0), enabled: lessonId !== undefined }).data ?? [];
  const courses = useQuery(coursesQuery).data ?? [];
  const paths = useQuery({ ...pathsQuery, enabled: !useCurrentUser().external }).data ?? [];
  const wanted = useDeferredValue(query);
  const [asked] = useDebouncedValue(query.trim(), SCREENS_DELAY_MS);
  const elsewhere = useQuery({ ...foundScreensQuery(asked), enabled: asked.length >= 2, placeholderData: keepPreviousData }).data ?? [];
  const groups = findInPalette(wanted, {
    // The screens of the open lesson are listed under their own heading.
    commands: commands.filter(({ id }) => id !== 'palette' && !/^screen:\d+$/.test(id)),
    elsewhere: elsewhere.filter((screen) => screen.lesson_id !== lessonId),
    lessons,
    courses,
    paths,
    screens,
  });
  useEffect(() => followQuery(wanted, query));
  return (
    <Spotlight.ActionsList {...REACHABLE}>
      {groups.screens.length > 0 && (
        <Spotlight.ActionsGroup label="Screens of this lesson">
          {groups.screens.map((screen) => (
            <ScreenEntry key={screen.id} screen={screen} label={`${screen.sequence}. ${screen.title || `Screen ${screen.sequence}`}`} />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {groups.commands.map(([group, entries]) => (
        <Spotlight.ActionsGroup key={group} label={group}>
          {entries.map((command) => (
            <Spotlight.Action
              key={command.id}
              label={command.label}
              {...(command.icon ? { leftSection: <command.icon size={16} aria-hidden /> } : {})}
              {...(command.shortcut ? { rightSection: <Kbd size="xs">{shortcutLabel(command.shortcut)}</Kbd> } : {})}
              onClick={() => runCommand(command.id)}
            />
          ))}
        </Spotlight.ActionsGroup>
      ))}
      {groups.lessons.length > 0 && (
        <Spotlight.ActionsGroup label="Lessons">
          {groups.lessons.map((lesson) => (
            <Spotlight.Action
              key={lesson.id}
              label={`${lesson.sequence} · ${lesson.title}`}
              description={`${lesson.release_name} · ${lesson.author}`}
              leftSection={<IconFileText size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/lesson/$lessonId', params: { lessonId: lesson.id } })}
            />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {groups.elsewhere.length > 0 && (
        <Spotlight.ActionsGroup label="Screens">
          {groups.elsewhere.map((screen) => (
            <ScreenEntry
              key={screen.id}
              screen={screen}
              label={`${screen.sequence}. ${screen.title}`}
              description={`${screen.lesson_sequence} · ${screen.lesson_title} · ${screen.release_name}`}
            />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {groups.courses.length > 0 && (
        <Spotlight.ActionsGroup label="Courses">
          {groups.courses.map((course) => (
            <Spotlight.Action
              key={course.id}
              label={`${course.sequence} · ${course.name}`}
              description={course.release_name}
              leftSection={<IconBook2 size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/course/$courseId', params: { courseId: course.id } })}
            />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {groups.paths.length > 0 && (
        <Spotlight.ActionsGroup label="Paths">
          {groups.paths.map((path) => (
            <Spotlight.Action
              key={path.id}
              label={`${path.sequence} · ${path.name}`}
              description={path.release_name}
              leftSection={<IconRoute size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/track/$trackId', params: { trackId: path.id } })}
            />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {groups.isEmpty && (
        <Text size="sm" c="dimmed" className={classes.empty ?? ''} role="status">
          No results for “{query}”.
        </Text>
      )}
    </Spotlight.ActionsList>
  );
}

interface ScreenEntryProps {
  screen: { id: number; lesson_id: number };
  label: string;
  description?: string;
}

function ScreenEntry({ screen: { id, lesson_id: lessonId }, ...texts }: ScreenEntryProps) {
  const navigate = useNavigate();
  return (
    <Spotlight.Action
      {...texts}
      leftSection={<IconFileText size={16} aria-hidden />}
      onClick={() => void navigate({ to: '/lesson/$lessonId/screen/$screenId', params: { lessonId, screenId: String(id) } })}
    />
  );
}
