import type { ReactNode } from 'react';
import { GuideLink } from '#platform/web/ui/guide-link.tsx';
import classes from '../questions.module.css';

/** How answers to a question are compared, in a sentence. */
export function ComparisonNote({ children }: { children: ReactNode }) {
  return (
    <p className={classes.hint}>
      {children} <GuideLink page="comparing">How answers are compared</GuideLink>
    </p>
  );
}
