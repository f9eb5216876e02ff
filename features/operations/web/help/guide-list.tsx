import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SearchBox } from '#platform/web/ui/search-box.tsx';
import { findInGuide, type GuideSection } from './read-guide.ts';
import classes from '../operations.module.css';

/** The pages of the guide, narrowed to those that hold what is typed. */
export function GuideList({ sections }: { sections: readonly GuideSection[] }) {
  const [query, setQuery] = useState('');
  const found = findInGuide(sections, query);
  return (
    <nav className={classes.list} aria-label="Guide" data-searching={query.trim() !== '' || undefined}>
      <SearchBox label="Search the guide" query={query} onQuery={setQuery} onLeaveDown={() => undefined} />
      <div className={classes.pages}>
        {found.map(({ title, pages }) => (
          <div key={title}>
            <Text component="h2" size="xs" fw={600} c="dimmed" className={classes.helpSection ?? ''}>
              {title}
            </Text>
            <ul>
              {pages.map((page) => (
                <li key={page.name}>
                  <Link to="/help/$page" params={{ page: page.name }} className={classes.page ?? ''}>
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {found.length === 0 ? (
          <Text size="sm" c="dimmed" role="status">
            No pages match.
          </Text>
        ) : null}
      </div>
    </nav>
  );
}
