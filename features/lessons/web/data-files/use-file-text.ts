import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { ApiError } from '#platform/contract/client.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { AutoSave } from '#platform/web/ui/editing/auto-save.ts';
import { conflictOf, type Save, type Stored } from '#platform/web/ui/editing/edit-session.ts';
import { type Editor, useEditor } from '#platform/web/ui/editing/use-editor.ts';
import { PAUSE_MS } from '#platform/web/ui/editing/use-page-auto-save.ts';
import { useLive } from '#platform/web/use-live.ts';
import { fileTextQuery, saveFileText } from './api.ts';
import { MESSAGES } from './messages.ts';

/** The text of a file as the server knows it; without a hash: the file does not exist yet. */
export interface KnownText {
  readonly contents: string;
  readonly sha256?: string;
}

interface TextFields {
  contents: string;
  /** The line ends of the file; editors work on line feeds. */
  has_crlf: boolean;
}
/** The hash of the text that an edit began from; null: the file did not exist. */
type Hash = string | null;

export interface FileTextEditing extends Editor<TextFields, Pick<TextFields, 'has_crlf'>, Hash> {
  /** Another author's text, which a save met; without contents: the file was deleted. Null: no conflict. */
  theirs: { contents?: string } | null;
  /** Resolves a conflict: the text of this page replaces theirs. */
  keepMine: () => void;
  /** Resolves a conflict: theirs replaces the text of this page. */
  takeTheirs: () => void;
  /** Discards the edits, and shows the text of the server. */
  discard: () => void;
}

/** The text of one file while it is edited, from what the server had when it was opened. */
export function useFileText(lessonId: number, fileName: string, opened: KnownText, isReadOnly: boolean): FileTextEditing {
  const client = useQueryClient();
  const user = useCurrentUser();

  const fetchText = async (): Promise<KnownText | null> => {
    try {
      return await client.query(fileTextQuery(lessonId, fileName));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  };
  const editor = useEditor<TextFields, Pick<TextFields, 'has_crlf'>, Hash>({
    stored: storedOf(opened),
    names: ['contents', 'has_crlf'],
    long: ['contents'],
    send: async (save) => {
      try {
        return storedOf(await saveFileText(lessonId, fileName, bodyOf(save)));
      } catch (error) {
        // The reply has no hash of their text, which the resolved save begins from.
        throw conflictOf(error) ? conflictWith(await fetchText()) : error;
      }
    },
    failed: MESSAGES.saveTextFailed,
    draftKey: `${draftKey(user.id, 'file-text', lessonId)}/${fileName}`,
    restoresItself: true,
    isReadOnly,
    isFollowing: false,
  });
  const { session, conflict, save } = editor;

  const saveItself = useEffectEvent(async () => session.state().conflict !== null || !session.isDirty || save({ isAutomatic: true }));
  // The first save of a new file is a decision.
  const savesItself = !isReadOnly && opened.sha256 !== undefined;
  useEffect(() => {
    if (!savesItself) return undefined;
    const autoSave = new AutoSave({ save: () => saveItself(), pauseMs: PAUSE_MS });
    const stopWatching = session.watch((by) => by === 'author' && autoSave.touch());
    return () => {
      stopWatching();
      autoSave.stop();
    };
  }, [session, savesItself]);

  // What others saved is shown where nothing is edited; where something is, the save merges both.
  const follow = async () => {
    if (session.isDirty || session.state().isSaving) return;
    const theirs = await fetchText().catch(() => null);
    if (theirs && !session.isDirty) session.take(storedOf(theirs));
  };
  useLive(`lesson:${lessonId}`, {
    onEvent: ({ type }) => {
      if (type === 'files-changed' || type === 'lesson-changed') void follow();
    },
    onResume: () => void follow(),
  });

  return {
    ...editor,
    theirs: conflict && conflict.theirs,
    keepMine: () => void session.resolve({ contents: session.read('contents') }),
    takeTheirs: () => void session.resolve({}),
    discard: () => {
      session.discard();
      void follow();
    },
  };
}

function storedOf({ contents, sha256 }: KnownText): Stored<TextFields, Hash> {
  return { contents, has_crlf: contents.includes('\r\n'), revision: sha256 ?? null };
}

/** The text with the line ends of the file, and the hash that it began from. */
function bodyOf({ fields, base, revision, isAutomatic }: Save<TextFields, Hash>): {
  contents: string;
  sha256?: string;
  automatic?: boolean;
} {
  const { contents, has_crlf } = { ...base, ...fields };
  return {
    contents: has_crlf ? contents.replaceAll('\n', '\r\n') : contents,
    ...(revision !== null && { sha256: revision }),
    ...(isAutomatic && { automatic: true }),
  };
}

/** Null: the file was deleted. */
function conflictWith(theirs: KnownText | null): ApiError {
  const { contents, has_crlf, revision } = storedOf(theirs ?? { contents: '' });
  const details = {
    base: {},
    mine: {},
    theirs: theirs ? { contents } : {},
    merged: theirs ? { contents, has_crlf } : {},
    revision,
    changed_by: null,
  };
  return new ApiError(409, { code: 'conflict', details });
}
