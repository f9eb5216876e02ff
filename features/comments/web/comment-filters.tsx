import { MultiSelect } from '@mantine/core';
import { COMMENT_TAGS } from '../contract.ts';
import { type CommentFilter, STATE_FILTERS } from './filter-comments.ts';

interface CommentFiltersProps {
  filters: readonly CommentFilter[];
  onChange: (filters: CommentFilter[]) => void;
}

const CHOICES = [
  { group: 'State', items: [...STATE_FILTERS] },
  { group: 'Tags', items: [...COMMENT_TAGS] },
];

/** The filters of the comments. */
export function CommentFilters({ filters, onChange }: CommentFiltersProps) {
  return (
    <MultiSelect
      aria-label="Filter comments"
      placeholder={filters.length === 0 ? 'Filter comments' : ''}
      data={CHOICES}
      value={[...filters]}
      onChange={onChange}
      // All in sight: a list with its own scrollbar cannot be reached by the keyboard.
      withScrollArea={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear filters' }}
    />
  );
}
