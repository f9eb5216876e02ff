import { Button } from '@mantine/core';
import { jumpToSection } from './jump-to-section.ts';
import classes from './page.module.css';

/** The groups of a form, to jump to: the `aside` of its page. */
export function SectionLinks({ titles }: { titles: readonly string[] }) {
  return (
    <nav className={classes.sections} aria-label="On this page">
      {titles.map((title) => (
        <Button key={title} size="compact-sm" variant="subtle" onClick={() => jumpToSection(title)}>
          {title}
        </Button>
      ))}
    </nav>
  );
}
