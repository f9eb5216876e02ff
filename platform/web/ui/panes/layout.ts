/** Width of a collapsed pane in pixels: its vertical name and the button that opens it. */
export const COLLAPSED_PX = 36;
/** A pane dragged narrower than this collapses. */
export const MIN_PANE_PX = 220;

/** Width of each pane in percent, by id; the sum is 100. */
export type PaneLayout = Record<string, number>;

/** 100, 50 or 33 percent, depending on the number of open panes; collapsed ones keep their narrow strip. */
export function evenLayout(ids: readonly string[], collapsed: ReadonlySet<string>, widthPx: number): PaneLayout {
  const strip = widthPx > 0 ? (COLLAPSED_PX / widthPx) * 100 : 0;
  const open = ids.filter((id) => !collapsed.has(id));
  if (open.length === 0) return evenLayout(ids, new Set(), widthPx);
  const share = (100 - strip * (ids.length - open.length)) / open.length;
  return Object.fromEntries(ids.map((id) => [id, collapsed.has(id) ? strip : share]));
}

/** How far a divider moves with a click, in percent. */
const STEP = 5;

/** The layout with the divider after pane `index` moved by one step; unchanged if a pane would become narrower than `least` percent. */
export function stepDivider(layout: PaneLayout, ids: readonly string[], index: number, by: 1 | -1, least: number): PaneLayout {
  const [before, after] = [ids[index], ids[index + 1]];
  if (before === undefined || after === undefined) return layout;
  const [left, right] = [(layout[before] ?? 0) + by * STEP, (layout[after] ?? 0) - by * STEP];
  return left < least || right < least ? layout : { ...layout, [before]: left, [after]: right };
}

/** Whether a layout has exactly these panes. */
export function fits(layout: PaneLayout, ids: readonly string[]): boolean {
  return ids.length > 0 && Object.keys(layout).length === ids.length && ids.every((id) => id in layout);
}

/** Parses a stored layout; null: invalid, or of other panes. */
export function parseLayout(stored: string | null, ids: readonly string[]): PaneLayout | null {
  if (stored === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const layout: PaneLayout = {};
  for (const id of ids) {
    const share: unknown = (value as Record<string, unknown>)[id];
    if (typeof share !== 'number' || !(share >= 0 && share <= 100)) return null;
    layout[id] = share;
  }
  const sum = Object.values(layout).reduce((total, share) => total + share, 0);
  return fits(value as PaneLayout, ids) && Math.abs(sum - 100) < 1 ? layout : null;
}

/** The layout that this browser remembers under a name; null: none of these panes. */
export function readLayout(storedAs: string, ids: readonly string[]): PaneLayout | null {
  try {
    return parseLayout(localStorage.getItem(storedAs), ids);
  } catch {
    return null;
  }
}

/** Without storage, the widths are not remembered. */
export function writeLayout(storedAs: string, layout: PaneLayout): void {
  try {
    localStorage.setItem(storedAs, JSON.stringify(layout));
  } catch {
    // Not essential.
  }
}
