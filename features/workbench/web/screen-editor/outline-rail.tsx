import { Button, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { lessonCommentsQuery } from '#features/comments/web/api.ts';
import { useImportScreens } from '#features/imports/web/files/use-import-screens.tsx';
import { SCREEN_TYPES } from '#features/screens/contract/screen-labels.ts';
import type { ListedScreen, ScreenType } from '#features/screens/contract/screens.ts';
import { testStatesQuery } from '#features/tests/web/api.ts';
import { searchWords } from '#platform/web/ui/matches.ts';
import { useReorderDrag } from '#platform/web/ui/use-reorder-drag.ts';
import type { AddedScreens } from '../screens/use-arrange-screens.ts';
import { markScreens } from './outline-marks.ts';
import { OutlineRow } from './outline-row.tsx';
import { TYPE_ICONS } from './type-icons.ts';
import { useKeptScreens } from './use-kept-screens.ts';
import classes from './screen-editor.module.css';

const TYPES = Object.keys(SCREEN_TYPES) as ScreenType[];
/** With more screens than this the rail has a search field. */
const SEARCHED_FROM = 16;

interface OutlineRailProps {
  lessonId: number;
  screens: readonly ListedScreen[];
  currentId: number;
  /** The open screen has unsaved edits. */
  isDirty: boolean;
  /** Null: the lesson is read-only. */
  change: {
    /** A screen is being added. */
    isAdding: boolean;
    onAdd: (sequence: number, added: AddedScreens) => void;
    onMove: (screen: ListedScreen, sequence: number) => void;
    /** Joins a screen with the one after it. */
    onJoin: (screen: ListedScreen) => void;
  } | null;
  /** A screen was chosen. */
  onChosen: () => void;
}

/** The screens of the lesson beside the editor, with their states: opens, reorders and adds screens. */
export function OutlineRail({ lessonId, screens, currentId, isDirty, change, onChosen }: OutlineRailProps) {
  const list = useRef<HTMLOListElement>(null);
  const [query, setQuery] = useState('');
  /** The row that Tab reaches; the arrow keys go from row to row. */
  const [stop, setStop] = useState(currentId);
  const comments = useQuery(lessonCommentsQuery(lessonId)).data;
  const tests = useQuery(testStatesQuery(lessonId)).data;
  const kept = useKeptScreens(`${currentId} ${isDirty}`);
  const marks = markScreens({ comments, tests, kept, unsavedId: isDirty ? currentId : null });

  const words = searchWords(query);
  const found = screens.filter(({ title, sequence }) => words.every((word) => `${sequence} ${title}`.toLowerCase().includes(word)));
  const byId = new Map(found.map((screen) => [screen.id, screen]));
  const drag = useReorderDrag(list, [...byId.keys()], (id, index) => {
    const screen = byId.get(id);
    if (screen) change?.onMove(screen, index + 1);
  });
  const tabStop = byId.has(stop) ? stop : (found[0]?.id ?? 0);

  const [known, setKnown] = useState(currentId);
  if (known !== currentId) {
    setKnown(currentId);
    setStop(currentId);
  }
  useEffect(() => {
    const row = list.current?.querySelector(`[data-outline-screen="${currentId}"]`);
    row?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  function moveFocus(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = found.findIndex(({ id }) => id === tabStop);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key];
    const next = to === undefined ? undefined : found[to];
    if (!next) return;
    event.preventDefault();
    setStop(next.id);
    list.current?.querySelector<HTMLElement>(`[data-outline-screen="${next.id}"] a`)?.focus();
  }

  // Always the same functions, so that the rows are not all rendered again when the editor is.
  const grab = useCallbackRef(drag.start);
  const handleKey = useCallbackRef(moveFocus);
  const choose = useCallbackRef(onChosen);
  const join = useCallbackRef((screen: ListedScreen) => change?.onJoin(screen));
  const add = useCallbackRef((sequence: number, added: AddedScreens) => change?.onAdd(sequence, added));

  const rail = useRef<HTMLDivElement>(null);
  const current = screens.find(({ id }) => id === currentId);
  const documents = useImportScreens({
    lessonId,
    sequence: current ? current.sequence + 1 : null,
    isReadOnly: change === null,
    list: rail,
  });

  return (
    <div className={classes.rail} ref={rail} data-over={documents.isOver || undefined}>
      {screens.length >= SEARCHED_FROM && (
        <TextInput
          className={classes.search ?? ''}
          size="xs"
          aria-label="Find a screen"
          placeholder="Find a screen"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <ol className={classes.screens} ref={list} aria-label="Screens of this lesson">
        {drag.order
          .flatMap((id) => byId.get(id) ?? [])
          .map((screen, index) => (
            <OutlineRow
              key={screen.id}
              screen={screen}
              place={words.length > 0 ? screen.sequence : index + 1}
              isCurrent={screen.id === currentId}
              isTabStop={screen.id === tabStop}
              isDragged={drag.draggedId === screen.id}
              {...marks(screen)}
              canMove={change !== null && words.length === 0}
              onGrab={grab}
              onFocus={setStop}
              onKeyDown={handleKey}
              onChosen={choose}
              onAdd={change && add}
              onJoin={change && screen.id !== screens.at(-1)?.id ? join : null}
              isAdding={change?.isAdding === true}
            />
          ))}
      </ol>
      {found.length === 0 && (
        <p className={classes.none} role="status">
          No screens match.
        </p>
      )}
      {change && (
        <div className={classes.end} role="group" aria-label="Add a screen at the end">
          <span aria-hidden>Add at the end</span>
          {TYPES.map((type) => {
            const Icon = TYPE_ICONS[type];
            return (
              <Button
                key={type}
                size="compact-xs"
                variant="default"
                leftSection={<Icon size={13} aria-hidden />}
                aria-label={`Add ${SCREEN_TYPES[type]} at the end`}
                disabled={change.isAdding}
                onClick={() => change.onAdd(screens.length + 1, { type })}
              >
                {SCREEN_TYPES[type]}
              </Button>
            );
          })}
        </div>
      )}
      {documents.dialog}
    </div>
  );
}
