import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { ListedScreen, QuestionFields, Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import { SCREEN_FIELDS, type ScreenSession } from '#features/screens/web/screen-fields.ts';
import { useCommands } from '#platform/web/commands.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { Pane } from '#platform/web/ui/panes/pane.ts';

const loadPreview = async () => ({ default: (await import('#features/learner-view/web/learner-preview.tsx')).LearnerPreview });

/** The command's id: the button in the header runs it. */
export const PREVIEW_COMMAND = 'preview-as-learner';
export const PREVIEW_TITLE = 'Preview as learner';
/** From this width on, the preview is beside the editor. */
const BESIDE = '(min-width: 1440px)';
/** How long after a key the preview follows, in milliseconds. */
const FOLLOW_MS = 300;

export type OpenPreview = 'learner' | 'lesson';

interface LearnerPreviewOptions {
  lesson: Lesson;
  /** All screens of the lesson. */
  screens: readonly ListedScreen[];
  screen: Screen;
  session: ScreenSession;
  questions: readonly QuestionFields[];
  /** What is shown; null: the preview is closed. */
  open: OpenPreview | null;
  onOpen: (open: OpenPreview | null) => void;
  /** Opens the editor of another screen. */
  onEdit: (screenId: number) => void;
}

/** The preview of the open screen or of its lesson: beside its editor in wide windows, in front of it in others. */
export function useLearnerPreview(options: LearnerPreviewOptions): { panes: Pane[]; dialog: ReactNode } {
  const { open, onOpen } = options;
  const isOpen = open !== null;
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      // Focus that has moved elsewhere stays there.
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, [isOpen]);
  const isBeside = useMediaQuery(BESIDE, undefined, { getInitialValueInEffect: false });
  useCommands([
    {
      id: PREVIEW_COMMAND,
      label: isOpen ? 'Close preview' : PREVIEW_TITLE,
      group: 'Actions',
      shortcut: 'Alt+P',
      keywords: 'learner view student',
      icon: IconEye,
      inDialogs: isOpen,
      run: () => {
        if (!isOpen) opener.current = document.activeElement;
        onOpen(isOpen ? null : 'learner');
      },
    },
    {
      id: 'preview-lesson',
      label: 'Preview whole lesson as learner',
      group: 'Actions',
      shortcut: 'Alt+Shift+P',
      keywords: 'learner view student draft',
      icon: IconEye,
      inDialogs: isOpen,
      run: () => {
        if (!isOpen) opener.current = document.activeElement;
        onOpen(open === 'lesson' ? null : 'lesson');
      },
    },
  ]);
  if (!isOpen) return { panes: [], dialog: null };
  const close = () => onOpen(null);
  const preview = <Follower {...options} onClose={close} />;
  if (isBeside) return { panes: [{ id: 'preview', title: PREVIEW_TITLE, content: preview }], dialog: null };
  return {
    panes: [],
    dialog: (
      // The preview itself knows which Esc is meant for it.
      <Modal.Root opened fullScreen closeOnEscape={false} padding={0} onClose={close}>
        <Modal.Content aria-label={PREVIEW_TITLE}>
          <Modal.Body h="100dvh">{preview}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    ),
  };
}

/** Gives the preview what has been typed. */
function Follower({
  lesson,
  screens,
  screen,
  session,
  questions,
  open,
  onOpen,
  onEdit,
  onClose,
}: LearnerPreviewOptions & { onClose: () => void }) {
  const [fields, setFields] = useState(() => fieldsOf(session));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setFields(fieldsOf(session)), FOLLOW_MS);
    };
    const stop = session.watch(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session]);
  const isUnsaved = JSON.stringify(fields) !== JSON.stringify(ofFields((name) => screen[name]));
  return (
    <OnDemand
      load={loadPreview}
      props={{
        lesson,
        screens,
        screen,
        values: { fields, questions },
        isUnsaved,
        isWhole: open === 'lesson',
        onWhole: (isWhole) => onOpen(isWhole ? 'lesson' : 'learner'),
        onEdit,
        onClose,
      }}
    />
  );
}

function fieldsOf(session: ScreenSession): ScreenFields {
  return ofFields((name) => session.read(name));
}

function ofFields(valueOf: (name: keyof ScreenFields) => unknown): ScreenFields {
  return Object.fromEntries(SCREEN_FIELDS.map((name) => [name, valueOf(name)])) as unknown as ScreenFields;
}
