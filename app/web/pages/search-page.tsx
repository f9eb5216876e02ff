import { Button, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileSearch, IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { ReplacePanel } from '#features/replace/web/replace-panel.tsx';
import { viewFilters } from '#features/saved-views/rules/view-filters.ts';
import ViewDialog from '#features/saved-views/web/view-dialog.tsx';
import { SEARCH_TEXT_MAX } from '#features/search/contract/search-kinds.ts';
import { SearchFilters } from '#features/search/web/filters.tsx';
import { MESSAGES } from '#features/search/web/messages.ts';
import { useResults } from '#features/search/web/queries.ts';
import { moveInResults, Results } from '#features/search/web/results.tsx';
import { SavedSearches } from '#features/search/web/saved-searches.tsx';
import { queryOf, type SearchAddress, SEARCH_FILTERS } from '#features/search/web/search-address.ts';
import { SearchOptions } from '#features/search/web/search-options.tsx';
import { ApiError } from '#platform/contract/client.ts';
import { useCommands } from '#platform/web/commands.ts';
import { failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { useSearchQuery } from '#platform/web/ui/use-search-query.ts';
import classes from '#features/search/web/search.module.css';
import layout from '#platform/web/ui/layout.module.css';

const route = getRouteApi('/signed-in/shell/search');

/** After a key, the search for the next one waits for a pause of this length. */
const TYPING_MS = 50;
/** More unsearched changes than a few saves. */
const MANY_PENDING = 20;

/** `/search`: everything with a text, by lesson. */
export default function SearchPage() {
  const user = useCurrentUser();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: SearchAddress) => void navigate({ search: next, replace: true });
  const [text, setText] = useSearchQuery(address.q ?? '', (q) => go(q === '' ? withoutText(address) : { ...address, q }));
  const [asked] = useDebouncedValue(text, TYPING_MS, { leading: true });
  const [isSaving, setSaving] = useState(false);
  // Only on a narrow window, where they would be above the results.
  const [isFilterOpen, setFilterOpen] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  // Here the shortcut of the search leads back to its box.
  const select = () => box.current?.select();
  useCommands([{ id: 'search', label: 'Search content', group: 'Go to', shortcut: 'Mod+Shift+F', icon: IconFileSearch, run: select }]);
  const query = queryOf(asked === '' ? {} : { ...address, q: asked });
  const { found, groups, isPartial } = useResults(query);
  const problem = found.error instanceof ApiError && found.error.code === 'refused' ? found.error : null;
  const pages = query === null ? [] : (found.data?.pages ?? []);
  const [first] = pages;
  const last = pages.at(-1);
  const hasFilters = SEARCH_FILTERS.some((filter) => address[filter] !== undefined) || address.latest === true;
  const clear = () =>
    go({ q: text, ...(address.regex && { regex: true }), ...(address.word && { word: true }), ...(address.case && { case: true }) });
  return (
    <Page
      title="Search"
      layout="list"
      actions={
        <Button size="xs" variant="default" disabled={query === null || problem !== null} onClick={() => setSaving(true)}>
          Save search
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- moves the focus between the links inside */}
      <div onKeyDown={moveInResults} style={{ display: 'contents' }}>
        <div className={layout.wrapFields}>
          <TextInput
            className={classes.box ?? ''}
            data-search-stop
            aria-label="Search for"
            placeholder="A word, a phrase or code"
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={found.isFetching || isPartial ? <Loader size={14} aria-hidden /> : null}
            value={text}
            maxLength={SEARCH_TEXT_MAX}
            error={problem !== null}
            ref={box}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <SearchOptions address={address} onAddress={go} />
        </div>
        {user.external || query === null ? null : <ReplacePanel query={problem ? null : query} />}
        {problem ? <PatternProblem pattern={asked} problem={problem} /> : null}
        <ErrorBanner
          text={found.isError && problem === null ? failureText(found.error, MESSAGES.searchFailed) : null}
          onRetry={() => void found.refetch()}
        />
        <div className={classes.columns}>
          <Button
            className={classes.filterButton ?? ''}
            size="xs"
            variant="default"
            aria-expanded={isFilterOpen}
            aria-controls="search-filters"
            onClick={() => setFilterOpen(!isFilterOpen)}
          >
            {isFilterOpen ? 'Hide filters' : 'Show filters'}
          </Button>
          <aside id="search-filters" className={classes.side} data-open={isFilterOpen || undefined} aria-label="Filters">
            <SavedSearches />
            {query === null ? null : <SearchFilters facets={first?.facets ?? null} address={address} onAddress={go} />}
          </aside>
          <div className={classes.results} data-outdated={found.isPlaceholderData || undefined}>
            <p className={classes.summary} role="status">
              {[
                ...(first && (first.matches > 0 || !isPartial)
                  ? [MESSAGES.found(first.matches, first.lessons, first.stopped !== null)]
                  : []),
                ...(isPartial ? [MESSAGES.searching] : []),
              ].join(' · ')}
            </p>
            {first?.stopped && !isPartial ? <Banner kind="info">{MESSAGES[first.stopped]}</Banner> : null}
            {first && first.pending > MANY_PENDING ? <Banner kind="info">{MESSAGES.pending(first.pending)}</Banner> : null}
            {query === null ? (
              <>
                <EmptyState text={MESSAGES.start} />
                <EmptyState text={MESSAGES.tips} />
              </>
            ) : null}
            {first && first.matches === 0 && !isPartial ? (
              <EmptyState
                text={hasFilters ? MESSAGES.noneFiltered : MESSAGES.none}
                action={
                  hasFilters ? (
                    <Button size="xs" variant="default" onClick={clear}>
                      Remove the filters
                    </Button>
                  ) : address.case || address.word ? (
                    <Button size="xs" variant="default" onClick={() => go({ q: text, ...(address.regex && { regex: true }) })}>
                      Ignore case and word ends
                    </Button>
                  ) : null
                }
              />
            ) : null}
            {query === null ? null : <Results groups={groups} />}
            {last?.next && !isPartial ? (
              <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                Show more lessons
              </Button>
            ) : null}
          </div>
        </div>
      </div>
      {isSaving ? (
        <ViewDialog page="search" saved={null} filters={viewFilters({ ...address, q: text })} onClose={() => setSaving(false)} />
      ) : null}
    </Page>
  );
}

function withoutText({ q: _text, ...others }: SearchAddress): SearchAddress {
  return others;
}

/** What is wrong with a pattern, and where. */
function PatternProblem({ pattern, problem }: { pattern: string; problem: ApiError }) {
  const { from, to } = problem.details as { from: number; to: number };
  return (
    <p className={classes.problem} role="alert">
      {problem.message}{' '}
      <code>
        {pattern.slice(0, from)}
        <mark>{pattern.slice(from, to)}</mark>
        {pattern.slice(to)}
      </code>
    </p>
  );
}
