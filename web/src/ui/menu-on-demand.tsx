import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { LoadPart } from './load-part.ts';
import { useOnDemand } from './use-on-demand.ts';

/** What the button of a menu needs until the menu is there; spread it over the button. */
interface MenuTargetProps {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** What a menu is given. */
export interface MenuBodyProps {
  /** The button that it hangs on. */
  target: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface MenuOnDemandProps<P extends object> {
  /** Whose menu it is, where its button may become another one's: the menu is open for the one alone that it was opened for. */
  of?: number;
  /** Brings the menu. Keep it at module scope. */
  load: LoadPart<P & MenuBodyProps>;
  /** Handed to the menu. */
  props: P;
  /** The button. Called with nothing where the menu itself looks after it. */
  renderButton: (target?: MenuTargetProps) => ReactNode;
}

/**
 * A menu that is loaded when its button is pointed at, and shown when it is clicked: menus, and the placing of what
 * floats, would be a sixth of the script of a first page.
 */
export function MenuOnDemand<P extends object>({ of = 0, load, props, renderButton }: MenuOnDemandProps<P>) {
  const [wantedFor, setWantedFor] = useState<number | null>(null);
  const [openFor, setOpenFor] = useState<number | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  const renderMenu = useOnDemand(load, wantedFor !== null);
  const isLoaded = renderMenu !== null;
  useEffect(() => {
    if (!isLoaded) return undefined;
    // The menu's own button has taken the place of the one that was clicked. It gets the focus before the menu opens, since
    // there the focus returns to.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
    const frame = requestAnimationFrame(() => setOpenFor(wantedFor));
    return () => cancelAnimationFrame(frame);
  }, [isLoaded, wantedFor]);
  // Only fetched ahead, not shown: a button that is exchanged under the pointer would swallow the click.
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
