import type { EditorView } from '@codemirror/view';
import type { QueryClient } from '@tanstack/react-query';
import { hideLineAuthors, showLineAuthors, type AuthoredText } from '#platform/web/ui/code-editor/line-authors.ts';
import type { OpenEditors } from '#platform/web/ui/code-editor/open-editors.ts';
import { momentText, relativeTime } from '#platform/web/ui/relative-time-text.ts';
import type { WrittenLines } from '../contract/history.ts';
import { CAUSES } from './history-search.ts';
import { MESSAGES } from './messages.ts';
import { writtenLinesQuery, type Owner } from './queries.ts';
import { WRITTEN_TEXTS } from './written-texts.ts';

const MINUTE_MS = 60_000;

interface Shown {
  readonly editors: OpenEditors;
  readonly client: QueryClient;
  readonly owner: Owner;
  readonly part: string;
  /** Where a version is shown. */
  readonly link: (version: number) => { href: string; open: () => void };
  readonly onError: (error: unknown) => void;
}

export interface ShownLineAuthors {
  /** Reads the line authors again if the screen has another revision now. */
  refresh: (revision: number) => void;
  close: () => void;
}

/** Shows who wrote each line in every editor of a saved text, also in those that are opened later. */
export function showAuthors({ editors, client, owner, part, link, onError }: Shown): ShownLineAuthors {
  const shown = new Map<EditorView, WrittenLines>();
  let isClosed = false;

  async function show(field: string): Promise<void> {
    const view = editors.marking(field)?.view;
    if (!view) return;
    try {
      const written = await client.query(writtenLinesQuery(owner, part, field));
      // The editor may have been closed.
      if (isClosed || editors.marking(field)?.view !== view) return;
      shown.set(view, written);
      showLineAuthors(view, toAuthored(written, link), MESSAGES.authors);
    } catch (error) {
      if (!isClosed) onError(error);
    }
  }
  const isWritten = (name: string) => WRITTEN_TEXTS.some((field) => field === name);
  let known: number | null = null;
  const showAll = () => {
    for (const name of editors.names()) if (isWritten(name)) void show(name);
  };
  const stop = editors.onNews(({ type, name }) => {
    if (type === 'opened' && isWritten(name)) void show(name);
    // A view that was closed is not in the page any more.
    if (type === 'closed') for (const view of shown.keys()) if (!view.dom.isConnected) shown.delete(view);
  });
  // “5 min ago” goes on.
  const clock = setInterval(() => {
    for (const [view, written] of shown) if (view.dom.isConnected) showLineAuthors(view, toAuthored(written, link), MESSAGES.authors);
  }, MINUTE_MS);
  showAll();
  return {
    refresh: (revision) => {
      if (revision === known) return;
      known = revision;
      showAll();
    },
    close: () => {
      isClosed = true;
      stop();
      clearInterval(clock);
      for (const view of shown.keys()) if (view.dom.isConnected) hideLineAuthors(view);
    },
  };
}

function toAuthored({ text, versions, lines }: WrittenLines, link: Shown['link']): AuthoredText {
  const now = new Date();
  const authors = versions.map(({ id, at, by, cause, message }) => {
    const name = by ?? 'Lessonwright';
    const date = new Date(at);
    const how = cause === 'page' ? '' : `, ${CAUSES[cause].toLowerCase()}`;
    const title = `${name}, ${momentText(date)}${how}${message === null ? '' : `: ${message}`}. Show this version`;
    return { name, when: relativeTime(date, now), title, ...link(id) };
  });
  return { text, authors, lines };
}
