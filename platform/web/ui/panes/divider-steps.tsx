import { type PointerEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './panes.module.css';

type Orientation = 'horizontal' | 'vertical';

/** A pointer that moves farther than this between press and release drags. */
const STILL_PX = 4;
const HALF_HEIGHT_PX = 16;

/** Which divider was clicked without being dragged, and the props that dividers need for it. */
export function useClickedDivider(orientation: Orientation = 'horizontal') {
  const [clicked, setClicked] = useState<{ id: string; at: number } | null>(null);
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const propsOf = (id: string) => ({
    onPointerDownCapture: ({ clientX, clientY }: PointerEvent) => {
      pressed.current = { x: clientX, y: clientY };
    },
    onClick: ({ clientX, clientY, currentTarget }: MouseEvent) => {
      const from = pressed.current;
      if (!from || Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) return;
      const { left, top, width, height } = currentTarget.getBoundingClientRect();
      const [offset, length] = orientation === 'horizontal' ? [clientY - top, height] : [clientX - left, width];
      setClicked({ id, at: Math.min(Math.max(offset, 0), Math.max(length - 2 * HALF_HEIGHT_PX, 0)) });
    },
  });
  return { clicked, propsOf, close: () => setClicked(null) };
}

interface DividerStepsProps {
  orientation?: Orientation;
  /** What the divider changes: `Width of the text`. */
  label: string;
  /** Where along the divider it was clicked, in pixels. */
  at: number;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

const SIGNS = { horizontal: ['◂', '▸'], vertical: ['▴', '▾'] } as const;
const NAMES = { horizontal: ['narrower', 'wider'], vertical: ['lower', 'higher'] } as const;

/**
 * Buttons that move a divider, for people who can click but not drag (WCAG 2.5.7). They belong into the pane after the divider, which they
 * lie over.
 */
export function DividerSteps({ orientation = 'horizontal', label, at, onStep, onClose }: DividerStepsProps) {
  const place = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    function leave({ target }: Event) {
      if (target instanceof Node && !place.current?.contains(target)) close();
    }
    document.addEventListener('pointerdown', leave, { signal, capture: true });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
    return () => listening.abort();
  }, []);
  const [back, on] = SIGNS[orientation];
  const [smaller, larger] = NAMES[orientation];
  return (
    <div
      ref={place}
      role="group"
      aria-label={label}
      className={classes.steps}
      data-orientation={orientation}
      style={orientation === 'horizontal' ? { top: at } : { left: at }}
    >
      <button type="button" aria-label={`${label}: ${smaller}`} title={`Make ${smaller}`} onClick={() => onStep(-1)}>
        <span aria-hidden>{back}</span>
      </button>
      <button type="button" aria-label={`${label}: ${larger}`} title={`Make ${larger}`} onClick={() => onStep(1)}>
        <span aria-hidden>{on}</span>
      </button>
    </div>
  );
}
