import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { LoadPart } from './load-part.ts';
import { useOnDemand } from './use-on-demand.ts';

/** Props for the button of a menu that is not loaded yet. */
interface MenuTargetProps {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** The props of a menu. */
export interface MenuBodyProps {
  /** The button that it opens from. */
  target: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface MenuOnDemandProps<P extends object> {
  /** Key of the menu's owner, for buttons that are reused for another row: the menu is open only for the owner it was opened for. */
  of?: number;
  /** Loads the menu. Keep it at module scope. */
  load: LoadPart<P & MenuBodyProps>;
  /** Passed to the menu. */
  props: P;
  /** Renders the button. Called without props when the menu itself handles it. */
  renderButton: (target?: MenuTargetProps) => ReactNode;
}

/**
 * A menu that loads when its button is pointed at and shows on click: menus and their positioning would be a sixth of the first page's
 * script.
 */
export function MenuOnDemand<P extends object>({ of = 0, load, props, renderButton }: MenuOnDemandProps<P>) {
  const [wantedFor, setWantedFor] = useState<number | null>(null);
  const [openFor, setOpenFor] = useState<number | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  const renderMenu = useOnDemand(load, wantedFor !== null);
  const isLoaded = renderMenu !== null;
  useEffect(() => {
    if (!isLoaded) return undefined;
    // The menu's own button has replaced the clicked one. Focus it before the menu opens, so that focus returns there.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
    const frame = requestAnimationFrame(() => setOpenFor(wantedFor));
    return () => cancelAnimationFrame(frame);
  }, [isLoaded, wantedFor]);
  // Prefetch only; swapping the button mid-click would lose the click.
  const fetchAhead = () => void load().catch(() => undefined);
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {renderMenu?.({
        ...props,
        target: renderButton(),
        isOpen: openFor === of,
        onOpenChange: (isOpen) => setOpenFor(isOpen ? of : null),
      }) ??
        renderButton({
          'aria-haspopup': 'menu',
          'aria-expanded': false,
          onClick: () => setWantedFor(of),
          onPointerEnter: fetchAhead,
          onFocus: fetchAhead,
        })}
    </span>
  );
}
