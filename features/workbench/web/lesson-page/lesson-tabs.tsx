import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DirtyDot } from '../screens/dirty-dot.tsx';
import { LESSON_TABS, type LessonTab } from './lesson-search.ts';
import classes from './lesson-page.module.css';

interface LessonTabsProps {
  tab: LessonTab;
  onTab: (tab: LessonTab) => void;
  /** The tabs with something unsaved. */
  unsaved: ReadonlySet<LessonTab>;
  /** The content of each tab. It is created when first shown, and then kept with all that is typed in it. */
  panels: Readonly<Record<LessonTab, ReactNode>>;
}

/** The tabs of the lesson page. */
export function LessonTabs({ tab, onTab, unsaved, panels }: LessonTabsProps) {
  const [opened, setOpened] = useState<ReadonlySet<LessonTab>>(new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  const tabs = Object.keys(LESSON_TABS) as LessonTab[];
  const list = useRef<HTMLDivElement>(null);
  // On a narrow window the row of tabs scrolls.
  useEffect(() => {
    const selected = list.current?.querySelector<HTMLElement>(`[role="tab"][id$="-${tab}"]`);
    if (list.current && selected) list.current.scrollLeft = selected.offsetLeft - (list.current.clientWidth - selected.offsetWidth) / 2;
  }, [tab]);
  return (
    <Tabs value={tab} onChange={(next) => onTab(tabs.find((each) => each === next) ?? 'screens')} className={classes.tabs ?? ''}>
      <Tabs.List aria-label="Parts of the lesson" className={classes.tabList ?? ''} ref={list}>
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each} rightSection={<DirtyDot isShown={unsaved.has(each)} />}>
            {LESSON_TABS[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((each) => (
        <Tabs.Panel key={each} value={each} className={classes.panel ?? ''}>
          {opened.has(each) ? panels[each] : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
