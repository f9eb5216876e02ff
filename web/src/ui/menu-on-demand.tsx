import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
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
export function MenuOnDemand<P extends object>({ load, props, renderButton }: MenuOnDemandProps<P>) {
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const renderMenu = useOnDemand(load, isWanted);
  const isLoaded = renderMenu !== null;
  useEffect(() => {
    if (!isLoaded) return undefined;
    // The menu's own button has taken the place of the one that was clicked. It gets the focus before the menu opens, since
    // there the focus returns to.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, [isLoaded]);
  // Only fetched ahead, not shown: a button that is exchanged under the pointer would swallow the click.
  const fetchAhead = () => void load().catch(() => undefined);
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {renderMenu?.({ ...props, target: renderButton(), isOpen, onOpenChange: setOpen }) ??
        renderButton({
          'aria-haspopup': 'menu',
          'aria-expanded': false,
          onClick: () => setWanted(true),
          onPointerEnter: fetchAhead,
          onFocus: fetchAhead,
        })}
    </span>
  );
}
