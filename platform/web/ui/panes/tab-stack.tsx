import { Kbd, Menu, Tabs, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, type Ref, type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { shortcutLabel } from '../../shortcuts.ts';
import { firstWritable, writeInto } from '../code-editor/write-into.ts';
import classes from './panes.module.css';

export interface StackTab {
  id: string;
  label: string;
  /** A part of the label, shown instead of it where the strip is narrow. */
  short?: string | undefined;
  /** What it is for, in the menu. */
  purpose?: string | undefined;
  /** The shortcut that opens it, which the page declares. */
  shortcut?: string | undefined;
  /** It is in the menu, and in the strip only once it was opened, until another such tab is. */
  isSecondary?: boolean;
  /** It is there to be written in: opening it puts the caret into its editor or its first field. */
  isWritten?: boolean;
  /** Next to the label: a count or icon. */
  badge?: ReactNode;
  /** Whether something was written in it: marked with a dot. Missing: that is not known, or the badge says it. */
  isFilled?: boolean;
  /** The panel scrolls; otherwise the content fills the panel. */
  scrolls?: boolean;
  content: ReactNode;
}

/** What the page can do with its tabs. */
export interface TabStackHandle {
  /** Opens a tab as a click does, with the caret in its editor. */
  open: (id: string) => void;
}

interface TabStackProps {
  label: string;
  tabs: readonly StackTab[];
  value: string;
  onChange: (id: string) => void;
  handle?: Ref<TabStackHandle>;
  /** Entries at the end of the menu. */
  menuEnd?: ReactNode;
  /** Shown between the tabs and their content, whichever is open. */
  children?: ReactNode;
}

/** Tabs whose content is created when first shown and then kept, hidden: editors keep their history, cursor and scroll position. */
export function TabStack({ label, tabs, value, onChange, handle, menuEnd, children }: TabStackProps) {
  const id = useId();
  const shown = tabs.some((tab) => tab.id === value) ? value : (tabs[0]?.id ?? '');
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([shown]));
  if (!visited.has(shown)) setVisited(new Set([...visited, shown]));
  /** The secondary tab that is in the strip: the one that was opened last. */
  const [guest, setGuest] = useState<string | null>(null);
  if (shown !== guest && tabs.some((tab) => tab.id === shown && tab.isSecondary)) setGuest(shown);
  const inStrip = tabs.filter((tab) => !tab.isSecondary || tab.id === shown || tab.id === guest);

  const list = useRef<HTMLDivElement>(null);
  const hasMore = tabs.some((tab) => tab.isSecondary) || menuEnd !== undefined;
  const isCut = useIsCut(list, hasMore);
  // Scroll the open one into view, even if the address chose it.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-tab-${shown}`)}`);
    if (isCut && list.current && tab) list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [id, shown, isCut]);

  /** Puts the caret into a tab that is opening. */
  function writeIn(tabId: string) {
    if (tabs.some((tab) => tab.id === tabId && tab.isWritten))
      writeInto(firstWritable(() => document.querySelector(`#${CSS.escape(`${id}-panel-${tabId}`)}`)));
  }
  function open(tabId: string) {
    onChange(tabId);
    writeIn(tabId);
  }
  useImperativeHandle(handle, () => ({ open }));

  return (
    <div className={classes.tabs}>
      <Tabs
        id={id}
        value={shown}
        onChange={(next) => next !== null && onChange(next)}
        classNames={{ root: classes.tabBar, list: classes.tabList, tab: classes.tab }}
      >
        {/* Its own name: the router would scroll the strip of the next screen to where this one was. */}
        <Tabs.List aria-label={label} ref={list} data-cut={isCut || undefined} data-scroll-restoration-id={`tabs-${id}`}>
          {inStrip.map((tab) => (
            <Tabs.Tab
              key={tab.id}
              value={tab.id}
              rightSection={(tab.badge || tab.isFilled) && <Marks tab={tab} />}
              data-empty={tab.isFilled === false || undefined}
              title={tab.purpose}
              onClick={(event) => isPress(event) && writeIn(tab.id)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !tab.isWritten) return;
                event.preventDefault();
                writeIn(tab.id);
              }}
            >
              <Name tab={tab} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {(hasMore || isCut) && (
          <Menu position="bottom-end" width={tabs.some(({ purpose }) => purpose) ? 360 : 220} returnFocus={false}>
            <Menu.Target>
              <UnstyledButton className={classes.more} data-always={hasMore} aria-label={`More: ${label}`} title="More tabs">
                <span className={classes.moreName}>
                  More
                  <IconChevronDown size={14} aria-hidden />
                </span>
                <IconDots className={classes.moreSign} size={16} aria-hidden />
                {tabs.some((tab) => tab.isFilled && !inStrip.includes(tab)) && <span className={classes.filled} aria-hidden />}
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown className={classes.menu ?? ''}>
              {tabs
                .filter((tab) => isCut || tab.isSecondary)
                .map((tab) => (
                  <Menu.Item
                    key={tab.id}
                    aria-current={tab.id === shown || undefined}
                    rightSection={
                      <>
                        <Marks tab={tab} />
                        {tab.shortcut !== undefined && <Kbd size="xs">{shortcutLabel(tab.shortcut)}</Kbd>}
                      </>
                    }
                    onClick={() => open(tab.id)}
                  >
                    {tab.label}
                    {tab.purpose !== undefined && <span className={classes.purpose}>{tab.purpose}</span>}
                  </Menu.Item>
                ))}
              {menuEnd}
            </Menu.Dropdown>
          </Menu>
        )}
      </Tabs>
      {children}
      <div className={classes.stack}>
        {tabs.map((tab) => (
          <div
            key={tab.id}
            className={classes.layer}
            role="tabpanel"
            id={`${id}-panel-${tab.id}`}
            aria-labelledby={inStrip.includes(tab) ? `${id}-tab-${tab.id}` : undefined}
            data-hidden={tab.id !== shown}
            data-scrolls={tab.scrolls}
            // Scrollable content must be reachable by keyboard.
            tabIndex={tab.scrolls ? 0 : undefined}
            inert={tab.id !== shown}
          >
            {visited.has(tab.id) && tab.content}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The name of a tab. What narrow strips leave out is still read aloud. */
function Name({ tab: { label, short } }: { tab: StackTab }) {
  const at = short === undefined ? -1 : label.indexOf(short);
  if (short === undefined || at === -1) return label;
  return (
    <span className={classes.name}>
      <span className={classes.rest}>{label.slice(0, at)}</span>
      <span className={classes.short}>{short}</span>
      <span className={classes.rest}>{label.slice(at + short.length)}</span>
    </span>
  );
}

/**
 * Whether a mouse or pen pressed it. The arrow keys, which move from tab to tab, click too; and a finger would bring up the keyboard of the
 * screen, which covers what the tab shows.
 */
function isPress({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent.detail > 0 && (nativeEvent as PointerEvent).pointerType !== 'touch';
}

function Marks({ tab: { isFilled = false, badge } }: { tab: StackTab }) {
  return (
    <span className={classes.marks}>
      {isFilled && <span className={classes.filled} role="img" aria-label="has content" title="Has content" />}
      {badge}
    </span>
  );
}

/**
 * Whether the list needs more width than its bar has.
 * @param hasMenu Whether there is a menu beside it in any case; otherwise it takes its room from the list only once the list is cut.
 */
function useIsCut(list: RefObject<HTMLElement | null>, hasMenu: boolean): boolean {
  const [isCut, setCut] = useState(false);
  // After every render: tabs come and go, and labels and marks change what they need.
  useEffect(() => {
    const tabs = list.current;
    const bar = tabs?.parentElement;
    if (!tabs || !bar) return undefined;
    const observer = new ResizeObserver(() => {
      const { paddingLeft, paddingRight } = getComputedStyle(bar);
      const room = hasMenu ? tabs.clientWidth : bar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      setCut(tabs.scrollWidth > room + 1);
    });
    for (const element of [bar, ...tabs.children]) observer.observe(element);
    return () => observer.disconnect();
  });
  return isCut;
}
