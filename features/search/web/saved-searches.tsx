import { useQuery } from '@tanstack/react-query';
import { savedViewsQuery } from '#features/saved-views/web/queries.ts';
import { ViewList } from '#features/saved-views/web/view-list.tsx';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { MESSAGES } from './messages.ts';
import classes from './search.module.css';

/** The searches that the user saved, and those of the team. */
export function SavedSearches() {
  const saved = useQuery(savedViewsQuery);
  const searches = (saved.data ?? []).filter(({ page }) => page === 'search');
  const failure = saved.isError ? errorText(saved.error, MESSAGES.savedFailed) : null;
  if (failure === null && searches.length === 0) return null;
  return (
    <section className={classes.filter} aria-label="Saved searches">
      <h2 className={classes.filterName}>Saved searches</h2>
      <ErrorBanner text={failure} />
      <div className={classes.saved}>
        <ViewList views={searches} />
      </div>
    </section>
  );
}
