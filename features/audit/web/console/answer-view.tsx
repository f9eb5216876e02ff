import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { MESSAGES } from './messages.ts';
import type { Answer } from './send-call.ts';
import classes from '../audit.module.css';

/** The status and response of a call. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { status, statusText, tookMs, size, headers, text, blob, fileName } = answer;
  const isGood = status < 400;
  return (
    <section aria-label="Response" className={classes.answer}>
      <div className={classes.consoleLine} role="status">
        <strong data-good={isGood} className={classes.status}>
          {isGood ? 'Status' : 'Failed, status'} {status} {statusText}
        </strong>
        <span>{tookMs} ms</span>
        <span>{fileSizeText(size)}</span>
        {size === 0 ? null : (
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={() => save(blob, fileName)}>
            Download
          </Button>
        )}
      </div>
      <dl className={classes.headers}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {text === null ? (
        <Text size="sm">{size === 0 ? 'The response is empty.' : MESSAGES.large(fileSizeText(size))}</Text>
      ) : (
        // Focusable so that the keyboard can scroll it.
        <pre className={classes.text} {...KEYBOARD_SCROLL} aria-label="Body of the response">
          {text === '' ? 'The response is empty.' : text}
        </pre>
      )}
    </section>
  );
}

function save(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
