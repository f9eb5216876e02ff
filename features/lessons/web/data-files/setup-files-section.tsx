import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { Lesson } from '../../contract/lessons.ts';
import { downloadUrl, useDataFiles } from './api.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../lesson-parts.module.css';

const loadDialog = () => import('./file-dialog.tsx');

/** Setup Files of a command line lesson: custom_setup.sh, which is created by its first save and never deleted. */
export function SetupFilesSection({ lesson, isReadOnly }: { lesson: Pick<Lesson, 'id'>; isReadOnly: boolean }) {
  const files = useDataFiles(lesson.id);
  const [isShown, setShown] = useState(false);
  if (!files.data) return <ErrorBanner text={files.isError ? failureText(files.error, MESSAGES.listFailed) : null} />;
  const file = files.data.find(({ file_name }) => file_name === CUSTOM_SETUP_FILE);
  return (
    <div className={layout.wideStack}>
      <Text size="sm" c="dimmed">
        {file ? MESSAGES.setupHint : `${MESSAGES.setupHint} ${MESSAGES.setupMissing}`}
      </Text>
      <ul className={layout.plainList} aria-label="Setup files">
        <li className={classes.file}>
          <div className={classes.line}>
            <span className={classes.names}>
              {file || !isReadOnly ? (
                <UnstyledButton className={classes.name} onClick={() => setShown(true)}>
                  {CUSTOM_SETUP_FILE}
                </UnstyledButton>
              ) : (
                <span className={classes.plainName}>{CUSTOM_SETUP_FILE}</span>
              )}
              {file ? <span className={classes.quiet}>{fileSizeText(file.bytes)}</span> : null}
            </span>
            {isReadOnly ? null : (
              <ActionIcon aria-label={`Edit ${CUSTOM_SETUP_FILE}`} title="Edit" onClick={() => setShown(true)}>
                <IconPencil size={15} aria-hidden />
              </ActionIcon>
            )}
            {file ? (
              <ActionIcon
                component="a"
                href={downloadUrl(file.id)}
                download={CUSTOM_SETUP_FILE}
                aria-label={`Download ${CUSTOM_SETUP_FILE}`}
                title="Download"
              >
                <IconDownload size={15} aria-hidden />
              </ActionIcon>
            ) : null}
            {isReadOnly ? null : (
              <Tooltip label={MESSAGES.setupKept} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
                {/* It can be reached, so that it can say why. */}
                <ActionIcon aria-label={`Delete ${CUSTOM_SETUP_FILE}`} aria-disabled data-disabled>
                  <IconTrash size={15} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </div>
        </li>
      </ul>
      {isShown ? (
        <OnDemand
          load={loadDialog}
          props={{
            lessonId: lesson.id,
            file: file ?? { file_name: CUSTOM_SETUP_FILE, mode: 'sh' },
            exists: file !== undefined,
            isReadOnly,
            onClose: () => setShown(false),
          }}
        />
      ) : null}
    </div>
  );
}
