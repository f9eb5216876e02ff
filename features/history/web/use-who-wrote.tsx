import { notifications } from '@mantine/notifications';
import { IconListDetails, IconUserSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Screen } from '#features/screens/contract/screens.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { errorText } from '#platform/web/error-text.ts';
import { StoredSwitch } from '#platform/web/stored-switch.ts';
import type { OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { useStore } from '#platform/web/use-store.ts';
import type { ShownLineAuthors } from './line-authors.ts';
import { MESSAGES } from './messages.ts';
import { WRITTEN_TEXTS } from './written-texts.ts';

const loadDialog = async () => ({ default: (await import('./who-wrote-dialog.tsx')).WhoWroteDialog });

/** Whether editors show who wrote each line. */
const lineAuthors = new StoredSwitch('lessonwright.line-authors', false);

function addressOf(lessonId: number, part: string, version: number) {
  return { to: '/lesson/$lessonId/history', params: { lessonId }, search: { part, version } } as const;
}

function fail(error: unknown): void {
  notifications.show({ id: 'line-authors', color: 'red', role: 'alert', message: errorText(error, MESSAGES.linesFailed) });
}

interface Asked {
  field: string;
  line?: number;
}

/** Who wrote the lines of a screen's texts: beside them in the editors, and in a list. Returns the commands, and the dialog with the list. */
export function useWhoWrote(lessonId: number, screen: Screen, editors: OpenEditors) {
  const router = useRouter();
  const client = useQueryClient();
  const isOn = useStore(lineAuthors);
  const caret = useRef<{ name: string; at: number } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [hasDialog, setHasDialog] = useState(false);
  const shown = useRef<ShownLineAuthors | null>(null);
  const part = `screen:${screen.uuid}`;
  const open = (version: number) => void router.navigate(addressOf(lessonId, part, version));
  useEffect(
    () =>
      editors.onNews((news) => {
        if (news.type === 'caret') caret.current = { name: news.name, at: news.at };
      }),
    [editors],
  );

  useEffect(() => {
    if (!isOn) return undefined;
    let isCurrent = true;
    const link = (version: number) => {
      const address = addressOf(lessonId, part, version);
      return { href: router.buildLocation(address).href, open: () => void router.navigate(address) };
    };
    void import('./line-authors.ts').then(({ showAuthors }) => {
      if (isCurrent) shown.current = showAuthors({ editors, client, owner: { kind: 'lesson', id: lessonId }, part, link, onError: fail });
    }, fail);
    return () => {
      isCurrent = false;
      shown.current?.close();
      shown.current = null;
    };
  }, [isOn, editors, client, router, lessonId, part]);
  useEffect(() => shown.current?.refresh(screen.revision), [screen.revision]);

  function ask() {
    setHasDialog(true);
    const field = WRITTEN_TEXTS.find((name) => name === caret.current?.name);
    const text = field === undefined ? null : editors.text(field);
    if (field === undefined || text === null) setAsked({ field: screen.type === 'code' ? 'answer_code' : 'body_markdown' });
    else setAsked({ field, line: text.slice(0, caret.current?.at ?? 0).split('\n').length });
  }
  const commands: Command[] = [
    {
      id: 'line-authors',
      label: isOn ? 'Hide who wrote each line' : 'Show who wrote each line',
      group: 'Actions',
      shortcut: 'Alt+W',
      keywords: 'blame author history gutter',
      icon: IconUserSearch,
      run: () => lineAuthors.turn(!isOn),
    },
    {
      id: 'who-wrote',
      label: 'Who wrote this line',
      group: 'Actions',
      shortcut: 'Alt+Shift+W',
      keywords: 'blame author history',
      icon: IconListDetails,
      run: ask,
    },
  ];
  useCommands(commands);
  const onField = (field: string) => setAsked({ field });
  const props = { lessonId, part, asked, onField, onVersion: open, onClose: () => setAsked(null) };
  return { commands, dialog: hasDialog ? <OnDemand load={loadDialog} props={props} /> : null };
}
