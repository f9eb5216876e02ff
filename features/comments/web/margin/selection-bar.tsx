import { ActionIcon, Button, Portal } from '@mantine/core';
import { IconBold, IconItalic, IconLink, IconMessagePlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortcutLabel } from '#platform/web/shortcuts.ts';
import { type EditorSelection, type OpenEditors, useEditorSelection } from '#platform/web/ui/code-editor/open-editors.ts';
import { COMMENT_KEYS } from '../messages.ts';
import classes from './margin.module.css';

interface SelectionBarProps {
  editors: OpenEditors;
  onComment: () => void;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/** The most that the bar needs, in pixels: with the buttons that format, and without. */
const WIDTH = { formats: 206, comment: 112 };
const HEIGHT = 34;
const GAP = 5;

const FORMATS = [
  { id: 'bold', label: 'Bold', keys: 'Mod+B', Sign: IconBold },
  { id: 'italic', label: 'Italic', keys: 'Mod+I', Sign: IconItalic },
  { id: 'link', label: 'Link', keys: 'Mod+Shift+L', Sign: IconLink },
] as const;

/**
 * A bar beside the selection in a text of the page, or above it: it comments on it, and formats it where it can be edited. Escape hides it
 * until something else is selected.
 */
export function SelectionBar({ editors, onComment }: SelectionBarProps) {
  const selection = useEditorSelection(editors);
  const [dismissed, setDismissed] = useState<EditorSelection | null>(null);
  const isOffered = selection !== null && !selection.isLeft && selection !== dismissed && !isMarked(editors, selection);
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
      <div
        className={classes.offer}
        role="toolbar"
        tabIndex={-1}
        aria-label="Selection"
        style={{ left: place.left, top: place.top }}
        // The selection must stay.
        onMouseDown={(event) => event.preventDefault()}
      >
        {formatted(editors, selection.name) &&
          FORMATS.map(({ id, label, keys, Sign }) => (
            <ActionIcon
              key={id}
              size={26}
              variant="subtle"
              color="gray"
              aria-label={label}
              title={`${label} (${shortcutLabel(keys)})`}
              onClick={() => void format(editors, selection.name, id)}
            >
              <Sign size={16} stroke={1.7} aria-hidden />
            </ActionIcon>
          ))}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconMessagePlus size={15} aria-hidden />}
          title={`Comment on the selection (${shortcutLabel(COMMENT_KEYS)})`}
          onClick={() => {
            setDismissed(selection);
            onComment();
          }}
        >
          Comment
        </Button>
      </div>
    </Portal>
  );
}

/** The editor of a Markdown source that has the focus and can be edited; not its preview, nor code. */
function formatted(editors: OpenEditors, name: string) {
  const view = editors.marking(name)?.view;
  return view?.hasFocus && view.contentDOM.dataset['language'] === 'markdown' && !view.state.readOnly ? view : null;
}

async function format(editors: OpenEditors, name: string, id: (typeof FORMATS)[number]['id']): Promise<void> {
  // Loaded with the editor.
  const { FORMATTING } = await import('#platform/web/ui/markdown-editor/formatting.ts');
  const view = formatted(editors, name);
  const formatting = FORMATTING.flat().find((each) => each.id === id);
  if (!view || !formatting) return;
  view.dispatch(formatting.apply(view.state, ''));
  // Still the author's: more can be done with it.
  editors.tellSelection(name, view.state.selection.main);
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

/**
 * Beside the selection where its last or first line ends before it would be covered, else above it, or below where there is no room; null:
 * it is not in a text of the page, or out of sight.
 */
function placeOf(editors: OpenEditors): Place | null {
  const selected = getSelection();
  if (!selected || selected.isCollapsed || selected.rangeCount === 0) return null;
  const range = selected.getRangeAt(0);
  const texts = editors.names().flatMap((name) => [
    { element: editors.marking(name)?.view.scrollDOM, width: formatted(editors, name) ? WIDTH.formats : WIDTH.comment },
    { element: editors.preview(name)?.scroller, width: WIDTH.comment },
  ]);
  const text = texts.find(({ element }) => element?.contains(range.commonAncestorContainer));
  if (!text?.element) return null;
  const frame = text.element.getBoundingClientRect();
  const rects = [...range.getClientRects()].filter(({ height, bottom, top }) => height > 0 && bottom > frame.top && top < frame.bottom);
  const [first, last] = [rects[0], rects.at(-1)];
  if (!last || !first) return null;
  const right = Math.min(frame.right, innerWidth) - text.width;
  for (const [row, node] of [
    [last, range.endContainer],
    [first, range.startContainer],
  ] as const) {
    const end = endOfRow(node, row);
    if (end + GAP <= right) return { left: end + GAP, top: row.top + (row.height - HEIGHT) / 2 };
  }
  const top = first.top - HEIGHT - GAP;
  return { left: Math.max(Math.min(first.left, right), frame.left + 4), top: top >= frame.top ? top : last.bottom + GAP };
}

/** Where the text ends in the row of a rectangle. */
function endOfRow(node: Node, row: DOMRect): number {
  const block = (node instanceof Element ? node : node.parentElement)?.closest('.cm-line, p, li, h1, h2, h3, h4, h5, h6, tr, pre, div');
  if (!block) return Infinity;
  const whole = document.createRange();
  whole.selectNodeContents(block);
  const middle = row.top + row.height / 2;
  return Math.max(
    row.right,
    ...[...whole.getClientRects()].filter(({ top, bottom }) => top <= middle && middle <= bottom).map((rect) => rect.right),
  );
}
