import { Button } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CourseSummary } from '#features/curricula/contract/courses.ts';
import { CurriculaList } from '#features/curricula/web/curricula-list.tsx';
import { COURSE_COLUMNS } from '#features/curricula/web/curriculum-columns.tsx';
import { COURSES } from '#features/curricula/web/kinds.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';

const route = getRouteApi('/signed-in/shell/courses');

const loadCollection = () => import('#features/imports/web/collections/collection-dialog.tsx');

/** `/courses`: the courses of every release. */
export default function CoursesPage() {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <CurriculaList
        kind={COURSES}
        columns={COURSE_COLUMNS}
        searchText={searchText}
        search={route.useSearch()}
        actions={
          <Button variant="default" leftSection={<IconBooks size={16} aria-hidden />} onClick={() => setImporting(true)}>
            Import a collection…
          </Button>
        }
      />
      {isImporting ? <OnDemand load={loadCollection} props={{ onClose: () => setImporting(false) }} /> : null}
    </>
  );
}

function searchText({ sequence, name, release_name }: CourseSummary): string {
  return `${sequence} ${name} ${release_name}`;
}
