import { Button, Title } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { LinkButton, TextLink } from './links.tsx';
import layout from './layout.module.css';
import classes from './page.module.css';

const ICONS = { open: IconCircle, waiting: IconClock, done: IconCircleCheck } as const;
const STATES = { open: 'To do', waiting: 'Waiting', done: 'Done' } as const;

interface StepLeft {
  /** `waiting`: another person, or the server, is working on it. */
  readonly state: keyof typeof STATES;
  readonly text: string;
}

type WayTo = Pick<LinkProps, 'to' | 'params' | 'search'> | (() => void);

interface LeftToDoProps<Step extends StepLeft> {
  steps: readonly Step[];
  /** Where a step is taken: a link, or what a press does. */
  wayTo: (step: Step) => WayTo;
  /** Something else on the page comes first, such as saving. */
  isQuiet?: boolean;
}

/** What is left to do with the subject of a page. The first open step is the next one, and the primary action of the page. */
export function LeftToDo<Step extends StepLeft>({ steps, wayTo, isQuiet = false }: LeftToDoProps<Step>) {
  if (steps.length === 0) return null;
  const next = steps.find(({ state }) => state === 'open');
  return (
    <section className={`${layout.stack} ${layout.card}`} aria-label="Left to do">
      <Title order={2}>Left to do</Title>
      <ol className={`${layout.stack} ${layout.plainList} ${classes.steps}`}>
        {steps.map((step) => {
          const Icon = ICONS[step.state];
          return (
            <li key={step.text} data-state={step.state}>
              <Icon size={18} role="img" aria-label={STATES[step.state]} />
              {step.state === 'done' ? (
                step.text
              ) : (
                <Way to={wayTo(step)} variant={step === next ? (isQuiet ? 'light' : 'filled') : null}>
                  {step.text}
                </Way>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** `variant`: that of the button; null: a link in text. */
function Way({ to, variant, children }: { to: WayTo; variant: string | null; children: string }) {
  const button = { size: 'compact-sm', variant: variant ?? 'subtle', className: variant === null ? (classes.quiet ?? '') : '' };
  if (typeof to === 'function') {
    return (
      <Button {...button} onClick={to}>
        {children}
      </Button>
    );
  }
  if (variant === null) {
    return (
      <TextLink {...to} size="sm">
        {children}
      </TextLink>
    );
  }
  return (
    <LinkButton {...to} {...button}>
      {children}
    </LinkButton>
  );
}
