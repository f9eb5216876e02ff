import { Button, Checkbox, Select, Table, Text, Textarea, TextInput, type ButtonProps } from '@mantine/core';
import { IconCircleCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { OperationState } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { MEANINGS, type Meaning } from '#platform/web/ui/meanings.ts';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { RowBadge } from '#platform/web/ui/row-badge.tsx';
import { RowButton } from '#platform/web/ui/row-button.tsx';
import layout from '#platform/web/ui/layout.module.css';

const SIZES = {
  xs: 'Notes, badges, times',
  sm: 'Data, lists, code',
  md: 'Fields, buttons',
  lg: 'Titles of sections, prose',
  xl: 'Title of the page',
};
const SPACES = ['3xs', '2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl'];
const MEANS: Readonly<Record<Meaning, string>> = {
  draft: 'Draft',
  changed: 'Changed',
  review: 'In review',
  success: 'Published',
  error: 'Failed',
  running: 'Running',
  comment: 'Comment',
  action: 'Chosen',
};
const BUTTONS: readonly { readonly label: string; readonly props: ButtonProps }[] = [
  { label: 'Primary', props: {} },
  { label: 'Other', props: { variant: 'default' } },
  { label: 'Quiet', props: { variant: 'subtle' } },
  { label: 'Delete lesson', props: { variant: 'danger' } },
  { label: 'Confirm deleting', props: { color: 'red' } },
];
const STARTED = Date.now();
const nothing = () => undefined;

function running(done: number, total: number | null, isStopping = false): OperationState {
  return { isRunning: true, isStopping, startedAt: STARTED, progress: { done, total, doing: '' }, stop: nothing };
}

/** `/debug/components`: every shared part with its states, as docs/design.md describes them. */
export default function ComponentsPage() {
  return (
    <Page title="Components" layout="report" isNarrow>
      <TextSection />
      <ColourSection />
      <ActionSection />
      <FieldSection />
      <StateSection />
      <RowSection />
    </Page>
  );
}

function TextSection() {
  return (
    <PageSection title="Text and spaces">
      {Object.entries(SIZES).map(([size, use]) => (
        <Text key={size} size={size}>
          {size}: {use}. Il1 O0 rn m
        </Text>
      ))}
      <code>code: total = sales[&quot;revenue&quot;].sum() # Il1 O0</code>
      <div className={layout.wrap}>
        {SPACES.map((space) => (
          <Text key={space} size="xs" bg="var(--color-action-ground)" p={space}>
            {space}
          </Text>
        ))}
      </div>
    </PageSection>
  );
}

function ColourSection() {
  return (
    <PageSection title="Colours">
      <div className={layout.wrap}>
        {MEANINGS.map((meaning) => (
          <RowBadge key={meaning} color={meaning}>
            {MEANS[meaning]}
          </RowBadge>
        ))}
      </div>
      {MEANINGS.map((meaning) => (
        <Text key={meaning} size="sm" c={`var(--color-${meaning})`} bg={`var(--color-${meaning}-ground)`} px="sm" py="2xs">
          {meaning}: {MEANS[meaning]}
        </Text>
      ))}
    </PageSection>
  );
}

function ActionSection() {
  const [isAsking, setAsking] = useState(false);
  return (
    <PageSection title="Actions" actions={<Button>Save</Button>}>
      {BUTTONS.map(({ label, props }) => (
        <Labelled key={label} label={label}>
          <Button {...props}>{label}</Button>
          <Button
            {...props}
            leftSection={props.variant === 'danger' ? <IconTrash size={16} aria-hidden /> : <IconPencil size={16} aria-hidden />}
          >
            {label}
          </Button>
          <Button {...props} loading>
            {label}
          </Button>
          <Button {...props} disabled>
            {label}
          </Button>
          <Button {...props} size="xs">
            {label}
          </Button>
        </Labelled>
      ))}
      <Button variant="danger" w="fit-content" onClick={() => setAsking(true)}>
        Delete lesson…
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete lesson"
        text="The lesson and its screens are deleted."
        confirmLabel="Delete"
        isDanger
        onConfirm={() => setAsking(false)}
        onClose={() => setAsking(false)}
      />
    </PageSection>
  );
}

function FieldSection() {
  return (
    <PageSection title="Fields">
      <TextInput label="Title" description="What learners see first" placeholder="Nothing yet" />
      <TextInput label="Number" defaultValue="twelve" error="Write a number, such as 12." />
      <TextInput label="Slug" defaultValue="first-steps" disabled />
      <TextInput label="Branch" defaultValue="main" readOnly />
      <Textarea label="Description" defaultValue="From a file to a chart." />
      <Select label="Level" data={['Beginner', 'Advanced']} defaultValue="Beginner" />
      <Checkbox label="Deprecated" />
      <Checkbox label="Published" defaultChecked />
      <Checkbox label="Not for external authors" disabled />
    </PageSection>
  );
}

function StateSection() {
  return (
    <PageSection title="States">
      <EmptyState text="No lessons yet." action={<Button variant="default">Create lesson</Button>} />
      <TableSkeleton rows={3} label="Loading lessons" />
      <ErrorBanner text="Couldn’t load the lessons. Check the connection." onRetry={nothing} />
      <Banner kind="warning" actions={<Button variant="default">Update</Button>}>
        The release is behind main.
      </Banner>
      <Banner kind="warning">You are offline. What you write is kept in this browser and saved when the server is back.</Banner>
      <Banner kind="info">This is your copy of the published lesson.</Banner>
      <Banner kind="success" onClose={nothing}>
        Packages are installed.
      </Banner>
      <ProgressPanel operation={running(0, null)} what="Copying lessons" />
      <ProgressPanel operation={running(3, 8)} what="Running tests" />
      <ProgressPanel operation={running(3, 8, true)} what="Running tests" />
    </PageSection>
  );
}

function RowSection() {
  return (
    <PageSection title="Rows">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Lesson</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[{ isBusy: false }, { isBusy: true }, { isBusy: false, disabled: true }].map((props, index) => (
            <Table.Tr key={index}>
              <Table.Td>Exploring a table</Table.Td>
              <Table.Td>
                <RowBadge color="changed">Changed</RowBadge>
              </Table.Td>
              <Table.Td>
                <RowButton aria-label={`Approve row ${index + 1}`} {...props}>
                  <IconCircleCheck size={16} aria-hidden />
                </RowButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </PageSection>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={layout.wrap}>
      {children}
    </div>
  );
}
