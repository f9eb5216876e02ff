import { Button, Checkbox, Radio, Select, Table, TextInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { LANGUAGES } from '#platform/contract/languages.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { RehearsalCandidate, ReleaseRehearsal } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { candidateOf, choiceKey, type CandidateChoice } from './rehearsal-rules.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './rehearsals.module.css';

interface CandidateFormProps {
  offered: ReleaseRehearsal;
  isBusy: boolean;
  error: string | null;
  onStart: (candidate: RehearsalCandidate) => void;
}

const AS_IT_IS = '';

/** What to try: the newest of everything or chosen packages, and other versions of languages. */
export function CandidateForm({ offered, isBusy, error, onStart }: CandidateFormProps) {
  const { packages, interpreters } = offered;
  const [choice, setChoice] = useState<CandidateChoice>({ isNewest: packages.length > 0, versions: new Map(), interpreters: new Map() });
  const [isRefused, setRefused] = useState(false);
  const set = (next: Partial<CandidateChoice>) => {
    setRefused(false);
    setChoice({ ...choice, ...next });
  };
  const candidate = candidateOf(choice, offered);
  return (
    <form
      className={layout.wideStack}
      aria-label="What to try"
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(candidate === null);
        if (candidate !== null) onStart(candidate);
      }}
    >
      <ErrorBanner text={error ?? (isRefused ? MESSAGES.nothingChosen : null)} />
      {packages.length === 0 ? null : (
        <Radio.Group
          label="Packages"
          value={choice.isNewest ? 'newest' : 'chosen'}
          onChange={(value) => set({ isNewest: value === 'newest' })}
        >
          <div className={classes.options}>
            <Radio value="newest" label="The newest version of everything" />
            <Radio value="chosen" label="Chosen packages" />
          </div>
        </Radio.Group>
      )}
      {choice.isNewest || packages.length === 0 ? null : (
        <PackageTable packages={packages} versions={choice.versions} onChange={(versions) => set({ versions })} />
      )}
      <div className={layout.wrapFields}>
        {interpreters.map(({ language, used, offered: all }) => (
          <Select
            key={language}
            className={classes.version ?? ''}
            label={`Version of ${LANGUAGES[language].label}`}
            allowDeselect={false}
            data={[
              { value: AS_IT_IS, label: `As it is (${used.join(', ')})` },
              ...all.map((version) => ({ value: version, label: version })),
            ]}
            value={choice.interpreters.get(language) ?? AS_IT_IS}
            onChange={(version) => {
              const next = new Map(choice.interpreters);
              if (version === null || version === AS_IT_IS) next.delete(language);
              else next.set(language, version);
              set({ interpreters: next });
            }}
          />
        ))}
      </div>
      <div>
        <Button type="submit" loading={isBusy} leftSection={<IconPlayerPlay size={15} aria-hidden />}>
          Rehearse
        </Button>
      </div>
    </form>
  );
}

interface PackageTableProps {
  packages: ReleaseRehearsal['packages'];
  versions: CandidateChoice['versions'];
  onChange: (versions: CandidateChoice['versions']) => void;
}

function PackageTable({ packages, versions, onChange }: PackageTableProps) {
  const change = (key: string, version: string | null) => {
    const next = new Map(versions);
    if (version === null) next.delete(key);
    else next.set(key, version);
    onChange(next);
  };
  return (
    <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'Packages' } }}>
      <Table className={classes.packages ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Package</Table.Th>
            <Table.Th>Now</Table.Th>
            <Table.Th>Lessons</Table.Th>
            <Table.Th>Try</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {packages.map((item) => {
            const key = choiceKey(item);
            const version = versions.get(key);
            return (
              <Table.Tr key={key}>
                <Table.Td>
                  <Checkbox
                    label={item.name}
                    checked={version !== undefined}
                    onChange={(event) => change(key, event.currentTarget.checked ? '' : null)}
                  />
                </Table.Td>
                <Table.Td>{item.versions.length === 0 ? '–' : item.versions.join(', ')}</Table.Td>
                <Table.Td>{item.lessons}</Table.Td>
                <Table.Td>
                  <TextInput
                    size="xs"
                    aria-label={`Version of ${item.name}`}
                    placeholder="newest"
                    autoComplete="off"
                    spellCheck={false}
                    maxLength={200}
                    value={version ?? ''}
                    onChange={(event) => change(key, event.currentTarget.value)}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
