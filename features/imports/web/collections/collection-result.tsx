import { Button, Group, Stack } from '@mantine/core';
import { counted } from '#platform/contract/counted.ts';
import { Arrival } from '#platform/web/ui/arrival.tsx';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import type { CollectionReply } from '../../contract/collections.ts';
import { DocumentList } from './document-list.tsx';
import { ConflictList, SkippedList } from './import-notes.tsx';
import { MESSAGES } from './messages.ts';
import dialog from '../imports.module.css';

interface CollectionResultProps {
  done: CollectionReply;
  imported: NonNullable<CollectionReply['imported']>;
  onClose: () => void;
}

/** What an import of a collection made, and where to go from there. */
export function CollectionResult({ done, imported, onClose }: CollectionResultProps) {
  return (
    <Stack>
      <Arrival label="Result">
        <Banner kind="success">{MESSAGES.done(counted(imported.lessons, 'lesson'), imported.release_name)}</Banner>
      </Arrival>
      <ConflictList conflicts={done.conflicts} />
      <DocumentList
        documents={done.documents.map((document) => ({ ...document, isChosen: true, number: document.sequence }))}
        isEditable={false}
        isDisabled
        onChange={() => undefined}
      />
      <SkippedList skipped={done.skipped} />
      <Group justify="flex-end" gap="xs" className={dialog.footer ?? ''}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <LinkButton variant="default" to="/releases">
          Open releases
        </LinkButton>
        {imported.course_id === null ? null : (
          <LinkButton to="/course/$courseId" params={{ courseId: imported.course_id }}>
            Open the course
          </LinkButton>
        )}
      </Group>
    </Stack>
  );
}
