import { Button, Portal } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortcutLabel } from '#platform/web/shortcuts.ts';
import { type EditorSelection, type OpenEditors, useEditorSelection } from '#platform/web/ui/code-editor/open-editors.ts';
import { COMMENT_KEYS } from '../messages.ts';
import classes from './margin.module.css';

interface SelectionButtonProps {
  editors: OpenEditors;
  onComment: () => void;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/** The size that the button may have, in pixels. */
const ROOM = { width: 120, height: 34 };

/** A button beside the selection in a text of the page, which comments on it. Escape hides it until something else is selected. */
export function SelectionButton({ editors, onComment }: SelectionButtonProps) {
  const selection = useEditorSelection(editors);
  const [dismissed, setDismissed] = useState<EditorSelection | null>(null);
  const isOffered = selection !== null && selection !== dismissed && !isMarked(editors, selection);
  const place = useSelectionPlace(editors, isOffered);

  useEffect(() => {
    if (!isOffered) return undefined;
    const hide = ({ key }: KeyboardEvent) => key === 'Escape' && setDismissed(selection);
    document.addEventListener('keydown', hide, { capture: true });
    return () => document.removeEventListener('keydown', hide, { capture: true });
  }, [isOffered, selection]);

  if (!isOffered || !place) return null;
  return (
    <Portal>
      <Button
        className={classes.offer ?? ''}
        style={{ left: place.left, top: place.top }}
        size="compact-sm"
        leftSection={<IconMessagePlus size={15} aria-hidden />}
        title={`Comment on the selection (${shortcutLabel(COMMENT_KEYS)})`}
        // The selection must stay.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setDismissed(selection);
          onComment();
        }}
      >
        Comment
      </Button>
    </Portal>
  );
}

/** A comment that was opened has its passage selected. */
function isMarked(editors: OpenEditors, { name, from, to }: EditorSelection): boolean {
  return (
    editors
      .marking(name)
      ?.marks()
      .some((mark) => mark.from === from && mark.to === to) === true
  );
}

/** Where the button goes in the window; null while nothing is selected there, or the pointer is still selecting. */
function useSelectionPlace(editors: OpenEditors, isWanted: boolean): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let frame = 0;
    let isPressed = false;
    const plan = () => (frame ||= requestAnimationFrame(look));
    function look() {
      frame = 0;
      setPlace(isPressed ? null : placeOf(editors));
    }
    const press = ({ type, target }: PointerEvent) => {
      // A press on the button itself selects nothing.
      isPressed = type === 'pointerdown' && !(target instanceof Element && target.closest(`.${classes.offer}`));
      plan();
    };
    const events = new AbortController();
    const { signal } = events;
    document.addEventListener('selectionchange', plan, { signal });
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const) document.addEventListener(type, press, { signal });
    document.addEventListener('scroll', plan, { signal, capture: true, passive: true });
    window.addEventListener('resize', plan, { signal });
    plan();
    return () => {
      cancelAnimationFrame(frame);
      events.abort();
    };
  }, [editors, isWanted]);
  return isWanted ? place : null;
}

/** Below the end of the selection, or above where there is no room; null: it is not in a text of the page, or out of sight. */
function placeOf(editors: OpenEditors): Place | null {
  const selected = getSelection();
  if (!selected || selected.isCollapsed || selected.rangeCount === 0) return null;
  const range = selected.getRangeAt(0);
  const text = editors
    .names()
    .flatMap((name) => [editors.marking(name)?.view.scrollDOM, editors.preview(name)?.scroller])
    .find((element) => element?.contains(range.commonAncestorContainer));
  if (!text) return null;
  const frame = text.getBoundingClientRect();
  const rects = [...range.getClientRects()].filter(({ height, bottom, top }) => height > 0 && bottom > frame.top && top < frame.bottom);
  const last = rects.at(-1);
  const first = rects[0];
  if (!last || !first) return null;
  const isBelow = last.bottom + ROOM.height < Math.min(frame.bottom, innerHeight);
  const left = Math.min(isBelow ? last.right : first.left, frame.right - ROOM.width, innerWidth - ROOM.width);
  return { left: Math.max(left, frame.left + 4), top: isBelow ? last.bottom + 5 : Math.max(frame.top + 2, first.top - ROOM.height) };
}
