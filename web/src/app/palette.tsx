import '@mantine/spotlight/styles.layer.css';
import { Kbd, Text } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconBook2, IconFileText, IconRoute, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { runCommand, useAllCommands } from '#web/platform/commands.ts';
import { coursesQuery, pathsQuery } from '#web/features/curricula/queries.ts';
import { lessonsQuery, screensQuery } from '#web/features/lessons/queries.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { shortcutLabel } from '#web/platform/shortcuts.ts';
import { findInPalette } from './palette-search.ts';
import classes from './palette.module.css';
import { PALETTE_NAME, paletteStore, returnFocus, useIsPaletteOpen } from './palette-state.ts';

/** Ctrl-K: finds lessons, courses, paths, the current lesson's screens, actions and settings by any word. */
export default function Palette() {
  const isOpen = useIsPaletteOpen();
  const [query, setQuery] = useState('');
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
      onSpotlightClose={returnFocus}
      attributes={{ content: { 'aria-label': PALETTE_NAME } }}
      classNames={{ actionsGroup: classes.group ?? '', action: classes.action ?? '' }}
    >
      <Spotlight.Search
        placeholder="Search lessons, courses, paths, screens, actions and settings"
        aria-label="Search lessons, courses, paths, screens, actions and settings"
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      {isOpen ? <Found query={query} /> : null}
    </Spotlight.Root>
  );
}

function Found({ query }: { query: string }) {
  const navigate = useNavigate();
  const { lessonId } = useParams({ strict: false });
  const commands = useAllCommands();
  const lessons = useQuery(lessonsQuery).data ?? [];
  const screens = useQuery({ ...screensQuery(lessonId ?? 0), enabled: lessonId !== undefined }).data ?? [];
  const courses = useQuery(coursesQuery).data ?? [];
  const paths = useQuery({ ...pathsQuery, enabled: !useCurrentUser().external }).data ?? [];
  const wanted = useDeferredValue(query);
  const groups = findInPalette(wanted, {
    commands: commands.filter((command) => command.id !== 'palette'),
    lessons,
    courses,
    paths,
    screens,
  });
  return (
    <Spotlight.ActionsList>
      {groups.screens.length > 0 && (
        <Spotlight.ActionsGroup label="Screens of this lesson">
          {groups.screens.map((screen) => (
            <Spotlight.Action
              key={screen.id}
              label={`${screen.sequence}. ${screen.title || `Screen ${screen.sequence}`}`}
              leftSection={<IconFileText size={16} aria-hidden />}
              onClick={() =>
                void navigate({
                  to: '/lesson/$lessonId/screen/$screenId',
                  params: { lessonId: screen.lesson_id, screenId: String(screen.id) },
                })
              }
            />
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
