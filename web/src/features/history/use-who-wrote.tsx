import { Modal, Select, Stack } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SCREEN_FIELD_LABELS } from '#contract/screen-labels.ts';
import type { Screen } from '#contract/screens.ts';
import { useCommands } from '#web/platform/commands.ts';
import type { OpenEditors } from '#web/ui/code-editor/open-editors.ts';
import { OnDemand } from '#web/ui/on-demand.tsx';
import { MESSAGES } from './messages.ts';
import { WRITTEN_TEXTS } from './written-texts.ts';

const loadLines = async () => ({ default: (await import('./written-lines.tsx')).WrittenLines });

interface Asked {
  field: string;
  line?: number;
}

/** The command that shows who wrote the line of the caret, and its dialog. */
export function useWhoWrote(lessonId: number, screen: Screen, editors: OpenEditors) {
  const navigate = useNavigate();
  const caret = useRef<{ name: string; at: number } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      editors.onNews((news) => {
        if (news.type === 'caret') caret.current = { name: news.name, at: news.at };
      }),
    [editors],
  );
  function ask() {
    const field = WRITTEN_TEXTS.find((name) => name === caret.current?.name);
    const text = field === undefined ? null : editors.text(field);
    if (field === undefined || text === null) setAsked({ field: screen.type === 'code' ? 'answer_code' : 'body_markdown' });
    else setAsked({ field, line: text.slice(0, caret.current?.at ?? 0).split('\n').length });
  }
  useCommands([
    {
      id: 'who-wrote',
      label: 'Who wrote this line',
      group: 'Actions',
      shortcut: 'Alt+W',
      keywords: 'blame author history',
      icon: IconUserSearch,
      run: ask,
    },
  ]);
  const part = `screen:${screen.uuid}`;
  const open = (version: number) => void navigate({ to: '/lesson/$lessonId/history', params: { lessonId }, search: { part, version } });
  const dialog = (
    <Modal opened={asked !== null} onClose={() => setAsked(null)} title="Who wrote each line" size="xl">
      {asked === null ? null : (
        <Stack gap="xs">
          <Select
            label="Text"
            size="xs"
            w={220}
            allowDeselect={false}
            data={WRITTEN_TEXTS.map((value) => ({ value, label: SCREEN_FIELD_LABELS[value] }))}
            value={asked.field}
            onChange={(field) => field !== null && setAsked({ field })}
          />
          <OnDemand
            key={asked.field}
            load={loadLines}
            props={{ owner: { kind: 'lesson', id: lessonId }, part, field: asked.field, line: asked.line, onVersion: open }}
          />
          <p style={{ margin: 0, fontSize: 'var(--mantine-font-size-xs)' }}>{MESSAGES.savedLines}</p>
        </Stack>
      )}
    </Modal>
  );
  return dialog;
}
