import { lazy, Suspense, useMemo, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** What the button of a menu needs; spread it over the button. */
export interface MenuTargetProps {
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** What the entries of a menu are given. */
export interface MenuBodyProps {
  /** The button that the menu hangs on; it closes and opens it again. */
  target: ReactNode;
}

interface MenuOnDemandProps<P extends object> {
  /** Loads the menu: its default export shows `target` and, open from the start, its entries. */
  load: () => Promise<{ default: ComponentType<P & MenuBodyProps> }>;
  /** Handed to the menu. */
  props: P;
  /** The button. Called with nothing where the menu itself looks after it. */
  button: (target?: MenuTargetProps) => ReactNode;
}

/**
 * A menu that is loaded when its button is pointed at, and shown when it is clicked: menus, and the placing of what
 * floats, are a sixth of the script that a first page would need.
 */
export function MenuOnDemand<P extends object>({ load, props, button }: MenuOnDemandProps<P>) {
  const [isWanted, setWanted] = useState(false);
  const Loaded = useMemo(() => lazy(load), [load]);
  const preload = () => void load();
  const plain = button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
    onPointerEnter: preload,
    onFocus: preload,
  });
  if (!isWanted) return plain;
  return (
    <Suspense fallback={plain}>
      <Loaded {...props} target={button()} />
    </Suspense>
  );
}
