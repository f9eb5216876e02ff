import { Checkbox, type CheckboxProps } from '@mantine/core';
import { useId } from 'react';

interface ExplainedCheckboxProps extends CheckboxProps {
  /** What it does, in a sentence. */
  help: string;
}

/** A checkbox that explains itself: by a tip over the box and its words, and to screen readers after its name. */
export function ExplainedCheckbox({ help, ...props }: ExplainedCheckboxProps) {
  const id = useId();
  return (
    <>
      <Checkbox {...props} aria-describedby={id} wrapperProps={{ title: help }} />
      <span id={id} hidden>
        {help}
      </span>
    </>
  );
}
