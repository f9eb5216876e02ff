import { ActionIcon, Menu, Tabs } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import classes from './panes.module.css';

export interface StackTab {
  id: string;
  label: string;
  /** Next to the label: a count or icon. */
  badge?: ReactNode;
  /** Whether something was written in it: marked with a dot. Missing: that is not known, or the badge says it. */
  isFilled?: boolean;
  /** The panel scrolls; otherwise the content fills the panel. */
  scrolls?: boolean;
  content: ReactNode;
}

interface TabStackProps {
  label: string;
  tabs: readonly StackTab[];
  value: string;
  onChange: (id: string) => void;
  /** Shown between the tabs and their content, whichever is open. */
  children?: ReactNode;
}

/** Tabs whose content is created when first shown and then kept, hidden: editors keep their history, cursor and scroll position. */
export function TabStack({ label, tabs, value, onChange, children }: TabStackProps) {
  const id = useId();
  const shown = tabs.some((tab) => tab.id === value) ? value : (tabs[0]?.id ?? '');
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([shown]));
  if (!visited.has(shown)) setVisited(new Set([...visited, shown]));

  const list = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(list);
  // Scroll the open one into view, even if the address chose it.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-tab-${shown}`)}`);
    if (isCut && list.current && tab) list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [id, shown, isCut]);

  return (
    <div className={classes.tabs}>
      <Tabs
        id={id}
        value={shown}
        onChange={(next) => next !== null && onChange(next)}
        classNames={{ root: classes.tabBar, list: classes.tabList, tab: classes.tab }}
      >
        {/* Its own name: the router would scroll the strip of the next screen to where this one was. */}
        <Tabs.List aria-label={label} ref={list} data-scroll-restoration-id={`tabs-${id}`}>
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.id}
              value={tab.id}
              rightSection={(tab.badge || tab.isFilled) && <Marks tab={tab} />}
              data-empty={tab.isFilled === false || undefined}
            >
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {isCut && (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <ActionIcon className={classes.more ?? ''} size={28} aria-label={`More: ${label}`} title="More tabs">
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {tabs.map((tab) => (
                <Menu.Item key={tab.id} rightSection={<Marks tab={tab} />} onClick={() => onChange(tab.id)}>
                  {tab.label}
                </Menu.Item>
              ))}
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
            aria-labelledby={`${id}-tab-${tab.id}`}
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

function Marks({ tab: { isFilled = false, badge } }: { tab: StackTab }) {
  return (
    <span className={classes.marks}>
      {isFilled && <span className={classes.filled} role="img" aria-label="has content" title="Has content" />}
      {badge}
    </span>
  );
}

/** Whether the list needs more width than its bar has. */
function useIsCut(list: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  // After every render: tabs come and go, and labels and marks change what they need.
  useEffect(() => {
    const tabs = list.current;
    const bar = tabs?.parentElement;
    if (!tabs || !bar) return undefined;
    const observer = new ResizeObserver(() => {
      const { paddingLeft, paddingRight } = getComputedStyle(bar);
      setCut(tabs.scrollWidth > bar.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + 1);
    });
    for (const element of [bar, ...tabs.children]) observer.observe(element);
    return () => observer.disconnect();
  });
  return isCut;
}
