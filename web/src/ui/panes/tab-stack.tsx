import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import classes from './panes.module.css';

export interface StackTab {
  id: string;
  label: string;
  /** Next to the label: a count or icon. */
  badge?: ReactNode;
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

  // When the tabs overflow, scroll the open one into view, even if the address chose it.
  useEffect(() => {
    const tab = document.querySelector(`#${CSS.escape(`${id}-tab-${shown}`)}`);
    const list = tab?.closest('[role="tablist"]');
    if (!(tab instanceof HTMLElement) || !list || list.scrollWidth <= list.clientWidth) return;
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [id, shown]);

  return (
    <div className={classes.tabs}>
      <Tabs
        id={id}
        value={shown}
        onChange={(next) => next !== null && onChange(next)}
        classNames={{ root: classes.tabBar, list: classes.tabList, tab: classes.tab }}
      >
        <Tabs.List aria-label={label}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.id} value={tab.id} rightSection={tab.badge}>
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
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
