import { Text } from '@mantine/core';
import { useRef } from 'react';
import { useFocusAfter } from '#platform/web/ui/ordered-list/use-focus-after.ts';
import type { OrderedList } from '#platform/web/ui/ordered-list/use-ordered-list.ts';
import type { Path, Step } from '../contract/paths.ts';
import { STEP_MESSAGES } from './messages.ts';
import { StepCard } from './step-card.tsx';
import classes from './curricula.module.css';

interface PathOutlineProps {
  path: Path;
  steps: readonly Step[];
  order: OrderedList<Step>;
  isReadOnly: boolean;
}

/** The steps of a path in their order. The focus stays with a step that is moved. */
export function PathOutline({ path, steps, order, isReadOnly }: PathOutlineProps) {
  const list = useRef<HTMLOListElement>(null);
  const focusAfter = useFocusAfter(steps);
  /** The control of a step, or another of its controls where that one is disabled. */
  const controlOf = (id: number, action: string) => {
    const card = list.current?.querySelector(`#step-${id}`);
    const wanted = card?.querySelector<HTMLElement>(`[data-step-action="${action}"]:not(:disabled)`);
    return wanted ?? card?.querySelector<HTMLElement>('[data-step-action]:not(:disabled)');
  };
  if (steps.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {STEP_MESSAGES.empty}
      </Text>
    );
  return (
    <ol ref={list} className={classes.steps}>
      {steps.map((step, index) => (
        <StepCard
          key={step.id}
          path={path}
          step={step}
          place={index + 1}
          isLast={index === steps.length - 1}
          isReadOnly={isReadOnly}
          onMove={(by) => {
            focusAfter(() => controlOf(step.id, by === -1 ? 'up' : 'down'));
            order.move(step, index + by);
          }}
          onDelete={() => {
            const neighbour = steps[index + 1] ?? steps[index - 1];
            if (neighbour) focusAfter(() => controlOf(neighbour.id, 'delete'));
            order.remove(step);
          }}
        />
      ))}
    </ol>
  );
}
