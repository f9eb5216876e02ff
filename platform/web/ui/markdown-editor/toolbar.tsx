import { ActionIcon, Kbd, Menu, Tooltip } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type Icon, IconDots } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react';
import { ariaShortcut, shortcutLabel } from '../../shortcuts.ts';
import classes from './markdown-editor.module.css';

/** A toolbar button and its shortcut, in the product's format. */
export interface ToolbarItem {
  id: string;
  label: string;
  icon: Icon;
  shortcut: string | null;
  isDisabled: boolean;
  run: () => void;
}

interface ToolbarProps {
  label: string;
  /** Each inner list is a group. */
  groups: readonly (readonly ToolbarItem[])[];
  /** Items that are only in the menu at the end. */
  rest: readonly ToolbarItem[];
}

/** As in the style sheet, in pixels. */
const BUTTON_PX = 28;
const DIVIDER_PX = 9;
const MORE = 'more';

/**
 * The toolbar above a markdown source: one row, one tab stop, arrow keys within (WAI-ARIA toolbar). Items that don't fit are in the menu at
 * its end.
 */
export function Toolbar({ label, groups, rest }: ToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState('');
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const bar = toolbar.current;
    if (!bar) return undefined;
    const measure = () => setWidth(bar.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);

  const count = fittingItems(groups, width, rest.length > 0);
  const all = groups.flat();
  const shown = groups.map((group) => group.filter((item) => all.indexOf(item) < count)).filter((group) => group.length > 0);
  const inMenu = [...all.slice(count), ...rest];
  // A disabled button can't be the tab stop.
  const stops = [...shown.flat().flatMap(({ id, isDisabled }) => (isDisabled ? [] : id)), ...(inMenu.length > 0 ? [MORE] : [])];
  const stop = stops.includes(chosen) ? chosen : stops[0];
  const run = useCallbackRef((wanted: string) => all.find(({ id }) => id === wanted)?.run());

  function move(event: KeyboardEvent<HTMLDivElement>) {
    // The arrows of an open menu are its own.
    if (event.target instanceof Element && event.target.closest('[role="menu"]')) return;
    const next = nextStop(event.key, stops, stop);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-item="${next}"]`)?.focus();
  }

  return (
    <div className={classes.toolbar} role="toolbar" tabIndex={-1} aria-label={`Formatting of ${label}`} onKeyDown={move} ref={toolbar}>
      {shown.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <span className={classes.divider} aria-hidden />}
          {group.map((item) => (
            <ToolbarButton
              key={item.id}
              id={item.id}
              label={item.label}
              icon={item.icon}
              shortcut={item.shortcut}
              isDisabled={item.isDisabled}
              isStop={item.id === stop}
              onRun={run}
              onFocus={setChosen}
            />
          ))}
        </Fragment>
      ))}
      {inMenu.length > 0 && <More items={inMenu} isStop={stop === MORE} onFocus={() => setChosen(MORE)} />}
    </div>
  );
}

/** How many items fit, with the button of the menu unless nothing would be in it. */
function fittingItems(groups: ToolbarProps['groups'], width: number, hasRest: boolean): number {
  const total = groups.flat().length;
  let [used, count] = [0, 0];
  for (const [index, group] of groups.entries()) {
    for (const [at] of group.entries()) {
      used += BUTTON_PX + (index > 0 && at === 0 ? DIVIDER_PX : 0);
      const isLast = count === total - 1;
      if (used + (isLast && !hasRest ? 0 : BUTTON_PX) > width) return count;
      count += 1;
    }
  }
  return count;
}

type ToolbarButtonProps = Omit<ToolbarItem, 'run'> & {
  /** The tab stop. */
  isStop: boolean;
  onRun: (id: string) => void;
  onFocus: (id: string) => void;
};

/** Rendered again only if a prop changes: hints take long to render, and the editor renders with each pause in typing. */
const ToolbarButton = memo(function ToolbarButton(props: ToolbarButtonProps) {
  const { id, label, icon: Sign, shortcut, isDisabled, isStop, onRun, onFocus } = props;
  return (
    <Tooltip label={shortcut === null ? label : `${label} (${shortcutLabel(shortcut)})`} position="bottom" openDelay={400} withArrow>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={BUTTON_PX}
        data-item={id}
        aria-label={label}
        aria-keyshortcuts={shortcut === null ? undefined : ariaShortcut(shortcut)}
        disabled={isDisabled}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => onFocus(id)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onRun(id)}
      >
        <Sign size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
});

function More({ items, isStop, onFocus }: { items: readonly ToolbarItem[]; isStop: boolean; onFocus: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // Returns the focus itself: an item may move it to the text.
    <Menu position="bottom-start" width={260} returnFocus={false}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          size={BUTTON_PX}
          data-item={MORE}
          aria-label="More"
          title="More"
          tabIndex={isStop ? 0 : -1}
          onFocus={onFocus}
        >
          <IconDots size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={({ key }) => key === 'Escape' && button.current?.focus()}>
        {items.map(({ id, label, icon: Sign, shortcut, isDisabled, run }) => (
          <Menu.Item
            key={id}
            leftSection={<Sign size={16} stroke={1.7} aria-hidden />}
            rightSection={shortcut !== null && <Kbd size="xs">{shortcutLabel(shortcut)}</Kbd>}
            aria-keyshortcuts={shortcut === null ? undefined : ariaShortcut(shortcut)}
            aria-label={label}
            disabled={isDisabled}
            onClick={() => {
              button.current?.focus();
              run();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function nextStop(key: string, stops: readonly string[], stop: string | undefined): string | undefined {
  const at = stop === undefined ? 0 : stops.indexOf(stop);
  switch (key) {
    case 'ArrowRight':
      return stops[(at + 1) % stops.length];
    case 'ArrowLeft':
      return stops.at(at - 1);
    case 'Home':
      return stops[0];
    case 'End':
      return stops.at(-1);
    default:
      return undefined;
  }
}
