import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Fragment, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { type GroupImperativeHandle, Group, Panel, Separator } from 'react-resizable-panels';
import { DividerSteps, useClickedDivider } from './divider-steps.tsx';
import { COLLAPSED_PX, evenLayout, fits, MIN_PANE_PX, type PaneLayout, readLayout, stepDivider, writeLayout } from './layout.ts';
import type { PanesProps } from './pane.ts';
import classes from './panes.module.css';

/** Panes side by side with resize handles. A pane that stays while others come and go keeps its content. */
export function WidePanes({ panes, storageKey, handle }: PanesProps) {
  const ids = panes.map((pane) => pane.id);
  const storedAs = `lessonwright.panes.${storageKey}.${ids.join('-')}`;
  // Read before the group reports widths for another set of panes.
  const [known, setKnown] = useState(() => ({ storedAs, layout: readLayout(storedAs, ids) }));
  if (known.storedAs !== storedAs) setKnown({ storedAs, layout: readLayout(storedAs, ids) });
  const [everCollapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const collapsed = new Set(ids.filter((id) => everCollapsed.has(id)));
  const group = useRef<GroupImperativeHandle>(null);
  const element = useRef<HTMLDivElement>(null);
  /** The pane whose button was pressed, and its new state. */
  const pressed = useRef<{ id: string; isCollapsed: boolean } | null>(null);

  /** The panes the group currently has, formatted like `storedAs`: after a change it briefly still has the previous ones. */
  const [present, setPresent] = useState('');
  const isComplete = present === ids.join('-');

  useEffect(() => {
    // The group throws when a layout has other panes.
    if (isComplete) group.current?.setLayout(known.layout ?? evenLayout(Object.keys(group.current.getLayout()), new Set(), 0));
  }, [known, isComplete]);

  function keepLayout(layout: PaneLayout) {
    setPresent(Object.keys(layout).join('-'));
    if (fits(layout, ids)) writeLayout(storedAs, layout);
  }

  function layOut(next: ReadonlySet<string>) {
    group.current?.setLayout(evenLayout(ids, next, element.current?.clientWidth ?? 0));
  }
  function toggle(id: string) {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    if (next.size === ids.length) return;
    layOut(next);
  }
  useImperativeHandle(handle, () => ({ toggle, show: (id) => collapsed.has(id) && toggle(id) }));

  function followSize(id: string, widthPx: number) {
    const isCollapsed = widthPx <= COLLAPSED_PX + 2;
    setCollapsed((current) => {
      if (current.has(id) === isCollapsed) return current;
      const next = new Set(current);
      if (isCollapsed) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  // The pressed button disappears with the pane's new width; its counterpart gets the focus.
  useEffect(() => {
    if (pressed.current === null || everCollapsed.has(pressed.current.id) !== pressed.current.isCollapsed) return;
    element.current?.querySelector<HTMLElement>(`[data-pane-button="${pressed.current.id}"]`)?.focus();
    pressed.current = null;
  }, [everCollapsed]);

  function toggleByButton(id: string) {
    pressed.current = { id, isCollapsed: !collapsed.has(id) };
    toggle(id);
  }

  const divider = useClickedDivider();
  const widthOf = (index: number) => `Width of ${panes[index - 1]?.title ?? ''}`;
  function moveDivider(index: number, by: 1 | -1) {
    const width = element.current?.clientWidth ?? 0;
    const layout = group.current?.getLayout();
    if (layout && width > 0) group.current?.setLayout(stepDivider(layout, ids, index, by, (MIN_PANE_PX / width) * 100));
  }

  return (
    <Group
      className={classes.group}
      groupRef={group}
      elementRef={element}
      defaultLayout={known.layout ?? undefined}
      onLayoutChanged={keepLayout}
    >
      {panes.map((pane, index) => {
        const isCollapsed = collapsed.has(pane.id);
        const isLastOpen = !isCollapsed && collapsed.size === ids.length - 1;
        return (
          <Fragment key={pane.id}>
            {index > 0 && (
              <Separator className={`${classes.divider} ${classes.separator}`} aria-label={widthOf(index)} {...divider.propsOf(pane.id)} />
            )}
            <Panel
              id={pane.id}
              className={classes.panel}
              collapsible
              collapsedSize={COLLAPSED_PX}
              minSize={MIN_PANE_PX}
              onResize={(size) => followSize(pane.id, size.inPixels)}
            >
              {divider.clicked?.id === pane.id && (
                <DividerSteps
                  label={widthOf(index)}
                  at={divider.clicked.at}
                  onStep={(by) => moveDivider(index - 1, by)}
                  onClose={divider.close}
                />
              )}
              {isCollapsed && (
                <UnstyledButton
                  className={classes.strip}
                  data-pane-button={pane.id}
                  aria-label={`Open ${pane.title.toLowerCase()}`}
                  aria-expanded={false}
                  onClick={() => toggleByButton(pane.id)}
                >
                  <IconLayoutSidebarLeftExpand size={18} stroke={1.6} aria-hidden />
                  <span>{pane.title}</span>
                </UnstyledButton>
              )}
              <section className={classes.layer} aria-label={pane.title} data-hidden={isCollapsed} inert={isCollapsed}>
                {pane.content}
                {!isLastOpen && (
                  <Tooltip label={`Collapse ${pane.title.toLowerCase()}`} openDelay={400} withArrow>
                    <ActionIcon
                      className={classes.collapse}
                      variant="subtle"
                      color="gray"
                      size={26}
                      data-pane-button={isCollapsed ? undefined : pane.id}
                      aria-label={`Collapse ${pane.title.toLowerCase()}`}
                      aria-expanded
                      onClick={() => toggleByButton(pane.id)}
                    >
                      <IconLayoutSidebarLeftCollapse size={17} stroke={1.6} />
                    </ActionIcon>
                  </Tooltip>
                )}
              </section>
            </Panel>
          </Fragment>
        );
      })}
    </Group>
  );
}
