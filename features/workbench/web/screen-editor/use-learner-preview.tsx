import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { QuestionFields, Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import { SCREEN_FIELDS, type ScreenSession } from '#features/screens/web/screen-fields.ts';
import { useCommands } from '#platform/web/commands.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { Pane } from '#platform/web/ui/panes/pane.ts';

const loadPreview = async () => ({ default: (await import('#features/learner-view/web/learner-preview.tsx')).LearnerPreview });

/** The command's id: the button in the header runs it. */
export const PREVIEW_COMMAND = 'preview-as-learner';
const TITLE = 'Preview as learner';
/** From this width on, the preview is beside the editor. */
const BESIDE = '(min-width: 1440px)';
/** How long after a key the preview follows, in milliseconds. */
const FOLLOW_MS = 300;

interface LearnerPreviewOptions {
  lesson: Lesson;
  screen: Screen;
  session: ScreenSession;
  questions: readonly QuestionFields[];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The preview of the open screen: beside its editor in wide windows, in front of it in others. */
export function useLearnerPreview(options: LearnerPreviewOptions): { panes: Pane[]; dialog: ReactNode } {
  const { isOpen, onOpen } = options;
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
      label: isOpen ? 'Close preview' : TITLE,
      group: 'Actions',
      shortcut: 'Alt+P',
      keywords: 'learner view student',
      icon: IconEye,
      inDialogs: isOpen,
      run: () => {
        if (!isOpen) opener.current = document.activeElement;
        onOpen(!isOpen);
      },
    },
  ]);
  if (!isOpen) return { panes: [], dialog: null };
  const close = () => onOpen(false);
  const preview = <Follower {...options} onClose={close} />;
  if (isBeside) return { panes: [{ id: 'preview', title: TITLE, content: preview }], dialog: null };
  return {
    panes: [],
    dialog: (
      // The preview itself knows which Esc is meant for it.
      <Modal.Root opened fullScreen closeOnEscape={false} padding={0} onClose={close}>
        <Modal.Content aria-label={TITLE}>
          <Modal.Body h="100dvh">{preview}</Modal.Body>
        </Modal.Content>
      </Modal.Root>
    ),
  };
}

/** Gives the preview what has been typed. */
function Follower({ lesson, screen, session, questions, onClose }: LearnerPreviewOptions & { onClose: () => void }) {
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
  return <OnDemand load={loadPreview} props={{ lesson, screen, values: { fields, questions }, onClose }} />;
}

function fieldsOf(session: ScreenSession): ScreenFields {
  return Object.fromEntries(SCREEN_FIELDS.map((name) => [name, session.read(name)])) as unknown as ScreenFields;
}
