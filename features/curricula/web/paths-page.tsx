import { getRouteApi } from '@tanstack/react-router';
import type { PathSummary } from '../contract/paths.ts';
import { CurriculaList } from './curricula-list.tsx';
import { PATH_COLUMNS } from './curriculum-columns.tsx';
import { PATH_TYPES } from './field-labels.ts';
import { PATHS } from './kinds.ts';

const route = getRouteApi('/signed-in/shell/tracks');

/** `/tracks`: the paths of every release. */
export default function PathsPage() {
  return <CurriculaList kind={PATHS} columns={PATH_COLUMNS} searchText={searchText} search={route.useSearch()} />;
}

function searchText({ sequence, name, release_name, type }: PathSummary): string {
  return `${sequence} ${name} ${release_name} ${PATH_TYPES[type]}`;
}
